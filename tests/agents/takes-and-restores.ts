import { restoreSnapshot } from '../../src/recovery/snapshots/restore-snapshot.ts'
import { takeSnapshot } from '../../src/recovery/snapshots/take-snapshot.ts'

const [, , what, cwd = '.'] = process.argv
const next = { refName: 'refs/mayday/t/2', message: 'about to be killed' }
if (what === 'take') await takeSnapshot({ cwd, ...next })
else await restoreSnapshot({ cwd, ref: 'refs/mayday/t/1' }, { before: next })
