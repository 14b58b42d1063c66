import type { RowImage } from '../record/row-image.ts'
import { taskRecordOf } from '../record/sqlite/task-row.ts'
import type { TaskRecord } from '../record/task.ts'

/** The task in a row image. */
export const taskRecordOfImage = ({ row }: RowImage): TaskRecord => taskRecordOf({ ...row }, '/')
