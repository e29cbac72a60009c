"""The C interface: a program compiled against what is installed, through pkg-config, static and shared."""

import os
import subprocess

import pytest

from pairforge import engine

from .conftest import ENGINE, NAMES, ROOT, command

pytestmark = [pytest.mark.xdist_group("cargo"), pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("prefix")
    command(ROOT / "tools" / "capi.sh", prefix)
    return prefix


def compiled(prefix, source, program, *, static=False, compiler="cc", flags=("-Wall", "-Wextra", "-Werror")):
    """The program, and the environment it runs in."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}
    wanted = ["pkg-config", "--cflags", "--libs", *(["--static"] if static else []), "pairforge"]
    found = subprocess.run(wanted, env=environment, capture_output=True, text=True, check=True).stdout.split()
    if static:
        found = ["-l:libpairforge.a" if word == "-lpairforge" else word for word in found]
    command(compiler, *flags, source, *found, "-lpthread", "-o", program)
    return {**os.environ, **({} if static else {"LD_LIBRARY_PATH": str(prefix / "lib")})}


@pytest.mark.parametrize("static", [False, True], ids=["shared", "static"])
def test_the_example(installed, tmp_path, static):
    source = ENGINE / "capi" / "examples" / "pair.c"
    environment = compiled(
        installed, source, tmp_path / "pair", static=static, flags=("-Wall", "-Wextra", "-Werror", "-std=c99")
    )
    linked = subprocess.run(
        ["ldd", tmp_path / "pair"], env=environment, capture_output=True, text=True
    ).stdout
    assert ("libpairforge.so.0" in linked) is not static

    def run(*arguments):
        return subprocess.run(
            [tmp_path / "pair", *arguments], env=environment, capture_output=True, text=True, timeout=120
        )

    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in lines] == list(NAMES)
    assert all(": bilinear; security about " in line for line in lines)
    assert last.startswith("refused: P: ")
    for name in NAMES:
        pairing = engine.pairing(name)
        e = pairing.pair(pairing.G1.generator, pairing.G2.generator)
        assert tuple(int(line, 16) for line in run(name).stdout.split()) == tuple(e)
    unknown = run("ate-x")
    assert (unknown.returncode, unknown.stderr) == (2, "no pairing named ate-x\n")


def test_the_header_is_for_cpp_as_well(installed, tmp_path):
    source = tmp_path / "cpu.cpp"
    source.write_text(
        "#include <pairforge.h>\n#include <cstdio>\nint main() { std::puts(pairforge_cpu()); return 0; }\n"
    )
    environment = compiled(installed, source, tmp_path / "cpu", compiler="c++")
    done = subprocess.run([tmp_path / "cpu"], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == engine.cpu()


def test_what_c_programs_get_wrong(installed, tmp_path):
    source = tmp_path / "wrong.c"
    source.write_text(WRONG)
    environment = compiled(installed, source, tmp_path / "wrong")
    done = subprocess.run([tmp_path / "wrong", NAMES[0]], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "good\n"), done.stdout + done.stderr


WRONG = r"""
#include <pairforge.h>
#include <stdio.h>
#include <string.h>
#define EXPECT(condition) do { if (!(condition)) { printf("line %d\n", __LINE__); return 1; } } while (0)
int main(int argc, char **argv) {
  (void)argc;
  const pairforge_pairing *pairing = pairforge_by_name(argv[1]);
  pairforge_point *point = NULL, *sum = NULL;
  pairforge_value *value = NULL;
  uint8_t bytes[8192] = {0};
  char line[64];
  EXPECT(pairforge_by_name("x") == NULL && pairforge_by_name(NULL) == NULL);
  EXPECT(pairforge_at(pairforge_count()) == NULL && pairforge_name(NULL) == NULL);
  EXPECT(strcmp(pairforge_name(pairing), argv[1]) == 0);
  EXPECT(pairforge_security(NULL, NULL) == 0 && pairforge_security(pairing, NULL) > 0);
  EXPECT(pairforge_pair(NULL, bytes, bytes, bytes) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_pair(pairing, NULL, bytes, bytes) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_last_error(line, sizeof line) == strlen("a pointer is NULL") + 1);
  EXPECT(strcmp(line, "a pointer is NULL") == 0);
  EXPECT(pairforge_last_error(line, 4) == strlen("a pointer is NULL") + 1 && strcmp(line, "a p") == 0);
  EXPECT(pairforge_last_error(NULL, 0) > 1);
  EXPECT(pairforge_point_generator(pairing, PAIRFORGE_ARGUMENT_E, &point) == PAIRFORGE_STATUS_NOT_A_POINT);
  EXPECT(point == NULL);
  EXPECT(pairforge_point_generator(pairing, PAIRFORGE_ARGUMENT_P, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_point_decode(pairing, PAIRFORGE_ARGUMENT_P, bytes, 1, true, &point) == PAIRFORGE_STATUS_LENGTH);
  EXPECT(pairforge_point_identity(pairing, PAIRFORGE_ARGUMENT_P, &point) == PAIRFORGE_STATUS_OK);
  EXPECT(pairforge_point_is_identity(point) && !pairforge_point_is_identity(NULL));
  EXPECT(pairforge_point_write(point, bytes) == PAIRFORGE_STATUS_INFINITY);
  EXPECT(pairforge_point_add(point, NULL, &sum) == PAIRFORGE_STATUS_NULL_POINTER && sum == NULL);
  EXPECT(pairforge_pair_points(pairing, point, NULL, &value) == PAIRFORGE_STATUS_NULL_POINTER && value == NULL);
  EXPECT(pairforge_point_mul(point, NULL, 0, &sum) == PAIRFORGE_STATUS_OK && pairforge_point_equal(sum, point));
  EXPECT(pairforge_product(pairing, NULL, NULL, 0, bytes) == PAIRFORGE_STATUS_OK && bytes[0] == 1);
  EXPECT(strcmp(pairforge_message(PAIRFORGE_STATUS_OK), "done") == 0);
  EXPECT(strcmp(pairforge_message(99), "no status of this library") == 0);
  pairforge_point_free(sum);
  pairforge_point_free(point);
  pairforge_point_free(NULL);
  pairforge_value_free(NULL);
  puts("good");
  return 0;
}
"""
