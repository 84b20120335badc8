import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentFile } from '../present/file.ts'
import type { FileRow } from '../store/files.ts'

export const fileEvent = (
  action: 'created' | 'uploaded' | 'updated' | 'deleted',
  row: FileRow,
  origin: string,
): NewEvent => eventOf(`file.${action}`, row, presentFile(row, origin))
