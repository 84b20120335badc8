import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const megabyte = 1024 * 1024
const loc = ['body', 'size']

interface Limits {
  /** For a single file. */
  readonly megabytesMax: number
  /** For all files of an organization together. */
  readonly organizationMegabytesMax: number
}

/** For downloads; the contract has smaller limits for images. */
export const decideSize = (
  size: number,
  { megabytesMax }: Pick<Limits, 'megabytesMax'>,
): Refusal<'file_too_large'> | null =>
  size > megabytesMax * megabyte ? refuse('file_too_large', { loc, megabytesMax }) : null

/** Uploads in progress count as stored. */
export const decideSpace = (
  size: number,
  storedBytes: number,
  { organizationMegabytesMax }: Pick<Limits, 'organizationMegabytesMax'>,
): Refusal<'file_space_used_up'> | null =>
  storedBytes + size > organizationMegabytesMax * megabyte
    ? refuse('file_space_used_up', { loc, megabytesMax: organizationMegabytesMax })
    : null
