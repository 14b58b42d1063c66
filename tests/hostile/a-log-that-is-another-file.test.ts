/** A database that came with a repository names any file of the machine as a log. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromGza, importProject, writeGza } from '../import-project.ts'
import { freshFolder, mayday } from '../run-mayday.ts'

test('a log outside of its project is not shown', async () => {
  await using here = await importProject()
  await using other = await freshFolder()
  writeFileSync(other.file('private.txt'), 'private words\n')
  here.write('.gza/logs/real.log', 'fine\n')
  symlinkSync(other.file('private.txt'), here.file('.gza/logs/link.log'))
  const names = [other.file('private.txt'), '.gza/logs/link.log', '.gza/logs/real.log']
  writeGza(
    here,
    names.map((name) => ({ prompt: 'Do it', status: 'failed', log_file: name })),
  )
  await fromGza(here)
  expect(await here.say('logs', '3')).toBe('fine\n')
  // Replaced after the import, it is another file.
  rmSync(here.file('.gza/logs/real.log'))
  symlinkSync(other.file('private.txt'), here.file('.gza/logs/real.log'))
  for (const run of ['1', '2', '3']) {
    const { code, stdout, stderr } = await mayday(['logs', run], { cwd: here.path })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('its log is not here')
  }
})
