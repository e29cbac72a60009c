// Times one pairing of each name in the npm package: node benchmarks/wasm.mjs build/npm
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const SECONDS = 2;
const { load } = await import(pathToFileURL(resolve(process.argv[2], "pairforge.js")));
const engine = await load();
for (const name of engine.pairings) {
  const pairing = engine.pairing(name);
  const [p, q] = [pairing.g1.generator(), pairing.g2.generator()];
  let least = Infinity;
  const end = performance.now() + 1000 * SECONDS;
  while (performance.now() < end) {
    const start = performance.now();
    pairing.pair(p, q);
    least = Math.min(least, performance.now() - start);
  }
  console.log(`${name} ${least.toFixed(2)} ms, the least in ${SECONDS} seconds`);
}
