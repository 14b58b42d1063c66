/** The messages of cluster schedulers and service managers when they end a job. */
import type { Finding, ToolReader } from './tool-reader.ts'

const FORMS: readonly (readonly [what: Finding['what'], form: RegExp])[] = [
  // The report of seff and the tables of sacct
  ['time-limit', /^State: TIMEOUT\b/],
  ['out-of-memory', /^State: OUT_OF_MEMORY\b/],
  ['interrupt', /^State: CANCELLED\b/],
  ['failure', /^State: (?:FAILED|NODE_FAIL|BOOT_FAIL)\b/],
  ['success', /^State: COMPLETED \(exit code 0\)$/],
  // Slurm, PBS and Torque, LSF, Grid Engine, HTCondor
  ['time-limit', /^=>> PBS: job killed: (?:walltime|cput|ncpus) .{0,80}exceeded limit/],
  ['time-limit', /^TERM_(?:RUNLIMIT|CPULIMIT|DEADLINE): job killed/],
  [
    'time-limit',
    /^(?:.{0,60}: )?job \S+ exceeded (?:its )?(?:hard |soft )?(?:wallclock|wall-clock|run) time\b/i,
  ],
  ['out-of-memory', /\bDetected \d+ oom[-_]kill event/],
  ['out-of-memory', /\berror: (?:Exceeded (?:job|step) memory limit|Job \d+ exceeded memory limit)/],
  ['out-of-memory', /^=>> PBS: job killed: (?:mem|vmem|pmem|pvmem) .{0,80}exceeded limit/],
  ['out-of-memory', /^TERM_MEMLIMIT: job killed/],
  ['out-of-memory', /\bSome of your processes may have been killed by the cgroup out-of-memory handler\b/],
  ['interrupt', /^TERM_OWNER: job killed by owner/],
  // The report of LSF about a job that ended well
  ['success', /^Successfully completed\.$/],
  // systemd
  [
    'out-of-memory',
    /\.service: (?:A process of this unit has been killed by the OOM killer|Failed with result 'oom-kill')/,
  ],
  [
    'segfault',
    /\.service: (?:Main process exited, code=dumped, status=\d+\/\w+|Failed with result '(?:core-dump|signal)')/,
  ],
  [
    'time-limit',
    /\.service: (?:start|stop-\w+|\w+) operation timed out\b|\.service: Failed with result 'timeout'/,
  ],
]

export const batchLimits: ToolReader = {
  name: 'batch-limits',
  title: 'job schedulers and service managers',
  cue: /PBS: job killed|^TERM_|^Successfully completed\.$|^State: [A-Z]|exceeded (?:its )?(?:hard |soft )?(?:wall|run)|oom[-_]kill|exceeded memory|Exceeded (?:job|step)|out-of-memory handler|\.service: /,
  open: () => ({
    line: (text) => {
      const what = FORMS.find(([, form]) => form.test(text))?.[0]
      if (what === 'success') return { what, detail: { soFar: true } }
      // A file may hold the reports of several jobs, and the last one counts.
      return what === undefined ? null : { what, tentative: true }
    },
  }),
}
