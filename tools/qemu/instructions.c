/* A plugin for qemu-user that counts instructions: `qemu-aarch64 -plugin libinstructions.so PROGRAM` ends standard error
   with a line `instructions N`. What it needs of version 1 of qemu's interface is declared here, as Debian has no package
   with the header. */

#include <inttypes.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct block;

int qemu_plugin_version = 1;

size_t qemu_plugin_tb_n_insns(const struct block *block);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id id, struct block *block));
void qemu_plugin_register_vcpu_tb_exec_cb(struct block *block, void (*executed)(unsigned cpu, void *data), int flags,
                                          void *data);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*ended)(plugin_id id, void *data), void *data);

static uint64_t count;

static void executed(unsigned cpu, void *instructions)
{
    (void)cpu;
    count += (uintptr_t)instructions;
}

static void translated(plugin_id id, struct block *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, (void *)qemu_plugin_tb_n_insns(block));
}

static void ended(plugin_id id, void *data)
{
    (void)id;
    (void)data;
    fprintf(stderr, "instructions %" PRIu64 "\n", count);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
