/**
 * The JSON of commands that do something, by format. The answers that only read are the views. Commands import types
 * from here, so no command loads the schemas when it starts. The documentation and the tests use them.
 */
import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import { count, type Shape } from '../../record/schema.ts'
import { opinionSchema } from '../../supervision/opinion/kept-opinion.ts'
import { connectSchema } from './connect/answers.ts'
import { fleetSchema } from './fleet/answers.ts'
import {
  contextSchema,
  importSchema,
  openSchema,
  phaseSchema,
  rediagnoseSchema,
  unmergedSchema,
} from './look-back/answers.ts'
import {
  ackSchema,
  correctSchema,
  doneSchema,
  retrySchema,
  skipSchema,
  snapshotsSchema,
  undoSchema,
} from './needs-a-person/answers.ts'
import { addSchema, boardSchema, enqueueSchema, resetSchema } from './queue/answers.ts'
import {
  benchCompareSchema,
  benchReportSchema,
  benchValidateSchema,
  cancelSchema,
  dryRunSchema,
} from './run/answers.ts'
import {
  cleanSchema,
  configSchema,
  doctorSchema,
  initSchema,
  notifySchema,
  recoverSchema,
  trustSchema,
  whereSchema,
} from './set-up/answers.ts'

const shapes = {
  'mayday.ack/1': ackSchema,
  'mayday.add/2': addSchema,
  'mayday.bench-compare/1': benchCompareSchema,
  'mayday.bench-report/1': benchReportSchema,
  'mayday.bench-validate/1': benchValidateSchema,
  'mayday.board/1': boardSchema,
  'mayday.cancel/1': cancelSchema,
  'mayday.clean/1': cleanSchema,
  'mayday.config/1': configSchema,
  'mayday.connect/1': connectSchema,
  'mayday.context/1': contextSchema,
  'mayday.correct/1': correctSchema,
  'mayday.doctor/1': doctorSchema,
  'mayday.done/1': doneSchema,
  'mayday.dry-run/1': dryRunSchema,
  'mayday.enqueue/2': enqueueSchema,
  'mayday.fleet/1': fleetSchema,
  'mayday.import/1': importSchema,
  'mayday.init/1': initSchema,
  'mayday.notify/1': notifySchema,
  'mayday.opinion/1': v.object({ ...opinionSchema.entries, run: count }),
  'mayday.open/1': openSchema,
  'mayday.phase/1': phaseSchema,
  'mayday.recover/1': recoverSchema,
  'mayday.rediagnose/1': rediagnoseSchema,
  'mayday.reset/1': resetSchema,
  'mayday.retry/1': retrySchema,
  'mayday.skip/2': skipSchema,
  'mayday.snapshots/1': snapshotsSchema,
  'mayday.trust/1': trustSchema,
  'mayday.undo/1': undoSchema,
  'mayday.unmerged/1': unmergedSchema,
  'mayday.where/1': whereSchema,
}

export const answers: Readonly<Record<keyof typeof shapes, GenericSchema>> = shapes

/** The whole answer, for a command that prints it itself or has several formats. */
export type WholeAnswer<Format extends keyof typeof shapes> = Shape<(typeof shapes)[Format]>

type WithoutFormat<T> = T extends unknown ? Omit<T, 'format'> : never

/** What a command with this format gives to `screen.answer`, which adds the format. */
export type Answer<Format extends keyof typeof shapes> = WithoutFormat<Shape<(typeof shapes)[Format]>>
