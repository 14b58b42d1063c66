import type { Finding, ToolReader } from './tool-reader.ts'

const FORMS: readonly RegExp[] = [
  /^(?:.*\bkernel: )?(?:\[[\d. ]+\] )?(?:Out of memory: Kill(?:ed)? process \d+|Memory cgroup out of memory: Kill(?:ed)? process|oom-kill:|\S+ invoked oom-killer:)/,
  /^FATAL ERROR: .*(?:JavaScript heap out of memory|Allocation failed|process out of memory)|^<--- Last few GCs --->$/,
  /^(?:\S* ?(?:Exception in thread |Caused by: |ERROR:? |\[ERROR\] |> ).{0,80})?java\.lang\.OutOfMemoryError\b|^# There is insufficient memory for the Java Runtime Environment/,
  /^(?:MemoryError|numpy\.\S*MemoryError|torch\.(?:cuda\.)?OutOfMemoryError)(?:$|: )|^RuntimeError: CUDA (?:error: )?out of memory/,
  /^(?:fatal error: )?runtime: (?:out of memory|cannot allocate memory)|^fatal error: runtime: (?:out of memory|cannot allocate memory)/,
  /^memory allocation of \d+ bytes failed|^(?:virtual memory exhausted|cc1(?:plus)?: out of memory|LLVM ERROR: out of memory)/,
  /\bCannot allocate memory\b|\bENOMEM\b|\bstd::bad_alloc\b|: virtual memory exhausted/,
  /\berror C(?:1060|1076|3859|1002): /,
  /^(?:PHP )?Fatal error: +(?:Allowed memory size of \d+ bytes exhausted|Out of memory)/,
  // Graphics cards and tensors. A program that only logs the error may continue, so the error must begin the line.
  /^(?:\[rank\d+\]:? ?)?(?:[\w.]{1,80}(?:Error|Exception): ).{0,80}\b(?:(?:CUDA|HIP|MPS backend|XPU) (?:error: )?out of memory\b|OOM when allocating tensor\b|CUDA_ERROR_OUT_OF_MEMORY\b|RESOURCE_EXHAUSTED: (?:OOM|Out of memory)|\[?enforce fail|DefaultCPUAllocator: (?:can't allocate|not enough) memory\b|CUBLAS_STATUS_ALLOC_FAILED\b)/,
  /^Error(?: in .{1,120})?: (?:cannot allocate vector of size|vector memory exhausted)|^ERROR: (?:LoadError: )?OutOfMemoryError\(\)|^(?:Unhandled exception\. )?System\.OutOfMemoryException\b|\(NoMemoryError\)$|^Fatal error: exception Out_of_memory|^Out of memory\.(?: |$)|\bInsufficient virtual memory\b|^\S{1,100}: (?:Heap exhausted|heap overflow)\b/,
  /\bmodel requires more system memory\b|\breached configured PHP memory limit\b/,
  /\b(?:job|task|step|process|container|pod)\b.{0,60}\bexceed(?:ed|s|ing) (?:its |the )?memory (?:allocation|limit|request)/i,
  /\bOOMKilled\b(?!["']?\s{0,4}[:=]\s{0,4}["']?false)|^The node was low on resource: memory/,
]
/** The message of a shell or a compiler driver for a killed child. It does not say whether memory was the cause. */
const KILLED: readonly RegExp[] = [
  /^(?:Killed(?:: 9)?|\S{1,200}: line \d+: +\d+ Killed(?:: 9)? .*|make(?:\[\d+\])?: \*\*\* \[.*\] Killed(?:: 9)?)$/,
  // Node.js prints the fields of the error of a child process.
  /^\s+signal: 'SIGKILL',?$/,
  /(?:terminated (?:with|by)|received) signal 9\b|signal: 9, SIGKILL|internal compiler error: Killed|fatal error: Killed signal terminated program|(?:ld|cc1plus|cc1|collect2|rustc).*\bsignal 9 \[Killed\]/,
]
const TIMED_OUT = /^timeout: sending signal|^(?:\S+: line \d+: +\d+ Killed +)timeout /

export const memory: ToolReader = {
  name: 'memory',
  title: 'memory',
  cue: /[Mm]emory|MemoryError|oom-kill|OutOfMemory|OOMKilled|heap|Last few GCs|Killed|bad_alloc|ENOMEM|signal:? 9|signal: 'SIG|error C(?:1060|1076|3859|1002)|^timeout: sending|out of memory|OUT_OF_MEMORY|MemoryAllocation|ALLOC_FAILED|OOM when|RESOURCE_EXHAUSTED|cannot allocate|exhausted|NoMemory|Out_of_memory|heap overflow/,
  open: () => {
    let stopped = false
    const line = (text: string): Finding | null => {
      if (TIMED_OUT.test(text)) {
        stopped = true
        return null
      }
      if (KILLED.some((form) => form.test(text))) return stopped ? null : { what: 'killed', tentative: true }
      if (!FORMS.some((form) => form.test(text))) return null
      // The first line of the crash report only announces the next ones.
      return text.startsWith('<---') ? { what: 'out-of-memory', tentative: true } : { what: 'out-of-memory' }
    }
    return { line }
  },
}
