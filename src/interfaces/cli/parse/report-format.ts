import type { ValueType } from './value-type.ts'

/** The formats of an explanation. */
export const reportFormats = ['text', 'json', 'github', 'markdown', 'junit', 'gitlab', 'dotenv'] as const

export type ReportFormat = (typeof reportFormats)[number]

/** A format and its file; null means standard output. */
export type ReportAsked = { readonly format: ReportFormat; readonly file: string | null }

/** `junit=report.xml`. */
export const reportFormat: ValueType<ReportAsked> = {
  sign: 'FORMAT[=FILE]',
  takes: `one of ${reportFormats.join(', ')}, with =FILE to write it there`,
  read: (word) => {
    const [name = '', ...rest] = word.split('=')
    const format = reportFormats.find((one) => one === name)
    const file = rest.length === 0 ? null : rest.join('=')
    return format === undefined || file === '' ? undefined : { format, file }
  },
  show: ({ format, file }) => (file === null ? format : `${format}=${file}`),
  known: reportFormats,
}
