import { createHash } from 'node:crypto'
import { type Id, id } from '@guildhall/contract/primitives'

export interface FileInGrant {
  readonly grantId: Id<'benefitGrant'>
  readonly fileId: Id<'file'>
}

interface Counted {
  readonly fileId: Id<'file'>
  readonly downloads: number
  readonly lastDownloadedAt: Date
}

export interface DownloadsOfFile extends Omit<Counted, 'lastDownloadedAt'> {
  readonly lastDownloadedAt: Date | null
  readonly isAvailable: boolean
}

/** What a grant gives now, then what it gave and was downloaded. */
export function downloadsOf(
  offered: readonly Id<'file'>[],
  counted: readonly Counted[],
): DownloadsOfFile[] {
  const counts = new Map(counted.map((one) => [one.fileId, one]))
  const former = counted.filter(({ fileId }) => !offered.includes(fileId))
  return [
    ...offered.map((fileId) => ({
      ...(counts.get(fileId) ?? { fileId, downloads: 0, lastDownloadedAt: null }),
      isAvailable: true,
    })),
    ...former.map((one) => ({ ...one, isAvailable: false })),
  ]
}

/** Derived from what it names, because nothing is stored for it: a UUID of version 8. */
export function downloadableIdOf({ grantId, fileId }: FileInGrant): Id<'downloadable'> {
  const digest = createHash('sha256').update(`downloadable ${grantId} ${fileId}`).digest('hex')
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16)
  return id('downloadable').parse(
    [
      digest.slice(0, 8),
      digest.slice(8, 12),
      `8${digest.slice(13, 16)}`,
      `${variant}${digest.slice(17, 20)}`,
      digest.slice(20, 32),
    ].join('-'),
  )
}
