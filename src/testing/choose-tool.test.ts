import { expect, it } from 'vitest'
import { offeredTool } from './apis/offered-tool.ts'
import { chooseTool } from './choose-tool.ts'

const text = { type: 'string' }
const tool = (name: string, properties: object, required: readonly string[] = []) =>
  offeredTool(name, { properties, required })

it("writes under the tool's own argument names", () => {
  const offered = [tool('Bash', { command: text }), tool('Write', { file_path: text, content: text })]
  const call = chooseTool(offered, 'Write', { path: '/a', content: 'b' })
  expect(call).toMatchObject({ name: 'Write', argumentsText: '{"file_path":"/a","content":"b"}' })
})

it('writes and reads with only a shell', () => {
  const offered = [tool('exec_command', { cmd: text })]
  expect(chooseTool(offered, 'Write', { path: "it's", content: "a'b" })?.argumentsText).toBe(
    JSON.stringify({ cmd: `printf %s 'a'\\''b' > 'it'\\''s'` }),
  )
  expect(chooseTool(offered, 'Read', { path: 'a' })?.argumentsText).toBe(`{"cmd":"cat 'a'"}`)
})

it('gives a shell its command as words', () => {
  const words = chooseTool([tool('shell', { command: { type: 'array' } })], 'Bash', { command: 'ls' })
  expect(words?.argumentsText).toBe('{"command":["bash","-lc","ls"]}')
  const list = chooseTool([tool('run_commands', { commands: { type: 'array' } })], 'Bash', { command: 'ls' })
  expect(list?.argumentsText).toBe('{"commands":["ls"]}')
})

it('fills in required arguments', () => {
  const properties = {
    command: text,
    description: text,
    background: { type: 'boolean' },
    risk: { enum: ['low', 'high'] },
  }
  const offered = [tool('bash', properties, Object.keys(properties))]
  expect(JSON.parse(chooseTool(offered, 'Bash', { command: 'ls' })?.argumentsText ?? '')).toEqual({
    command: 'ls',
    description: 'scripted',
    background: false,
    risk: 'low',
  })
})

it('sends an unknown name unchanged', () => {
  const call = chooseTool([tool('bash', {})], 'launch_rocket', { to: 'moon' })
  expect(call).toMatchObject({ name: 'launch_rocket', argumentsText: '{"to":"moon"}' })
})

it('keeps the namespace and the free form', () => {
  const spaced = { ...tool('exec_command', { cmd: text }), namespace: 'shell' }
  expect(chooseTool([spaced], 'Bash', { command: 'ls' })).toMatchObject({ namespace: 'shell' })
  const free = { ...tool('apply_patch', {}), isFreeForm: true }
  const patch = '*** Begin Patch\n*** End Patch\n'
  expect(chooseTool([free], 'apply_patch', { input: patch })).toMatchObject({
    isFreeForm: true,
    argumentsText: patch,
  })
})
