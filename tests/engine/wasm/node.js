// Usage: node node.js PACKAGE VECTORS
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, checkWiped } from "./check.js";

const [, , folder, vectors] = process.argv;
const pairforge = await import(pathToFileURL(join(folder, "pairforge.js")));
const module = await WebAssembly.compile(await readFile(join(folder, "pairforge.wasm")));
console.log(await checkWiped(pairforge, module));
console.log(await check(pairforge, JSON.parse(await readFile(vectors, "utf8"))));
