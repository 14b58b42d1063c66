/** Records lessons and writes each into the file at once, as one of several at the same time. `FOLDER NAME COUNT` */
import { join } from 'node:path'
import { exampleLesson } from '../examples/records.ts'
import { projectAt } from '../../src/record/project.ts'
import { Store } from '../../src/record/store.ts'
import { writeFailureContext } from '../../src/memory/write-failure-context.ts'

const [folder = '', name = '', count = '0'] = process.argv.slice(2)
using store = Store.open(projectAt(folder, process.env).record)
for (let n = 1; n <= Number(count); n += 1) {
  store.addLesson(exampleLesson({ error: `${name} ${n}`, fingerprint: `${name} ${n}` }))
  const written = writeFailureContext(join(folder, 'AGENTS.md'), () => store.lessons())
  if (written.kind === 'refused') throw new Error(written.why)
}
