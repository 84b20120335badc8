import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const megabyte = 1024 * 1024
const loc = ['body', 'size']

interface Limits {
  /** Of one file. */
  readonly megabytesMax: number
  /** Of all files of an organization together. */
  readonly organizationMegabytesMax: number
}

/** Whether one file may be as large. Pictures have smaller limits, which belong to the wire. */
export const decideSize = (
  size: number,
  { megabytesMax }: Pick<Limits, 'megabytesMax'>,
): Refusal<'file_too_large'> | null =>
  size > megabytesMax * megabyte ? refuse('file_too_large', { loc, megabytesMax }) : null

/** Whether there is room for it beside what is kept. What is still coming in takes room as well. */
export const decideSpace = (
  size: number,
  bytesKept: number,
  { organizationMegabytesMax }: Pick<Limits, 'organizationMegabytesMax'>,
): Refusal<'file_space_used_up'> | null =>
  bytesKept + size > organizationMegabytesMax * megabyte
    ? refuse('file_space_used_up', { loc, megabytesMax: organizationMegabytesMax })
    : null
