import { readShipped } from '../../record/read-shipped.ts'

/** A small project with a bug and a test that shows it. Its files by name. */
export type DemoProject = {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** The file with the bug, and its fixed text. */
  readonly mended: readonly [file: string, text: string]
}

const read = (path: string): string => readShipped(`src/bench/demo/projects/${path}`)

export const nodeProject = (): DemoProject => ({
  name: 'basket',
  files: {
    'package.json': '{ "name": "basket", "version": "1.0.0", "type": "module", "private": true }\n',
    'basket.js': read('basket/basket.js'),
    'basket.test.js': read('basket/basket.test.js'),
  },
  mended: ['basket.js', read('mended/basket.js')],
})

export const pythonProject = (): DemoProject => ({
  name: 'leap',
  files: {
    'leap.py': read('leap/leap.py'),
    'test_leap.py': read('leap/test_leap.py'),
    '.gitignore': '__pycache__/\n',
  },
  mended: ['leap.py', read('mended/leap.py')],
})
