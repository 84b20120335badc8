import type { updateFile } from '@guildhall/contract/files/files'
import type { FileService } from '@guildhall/contract/files/shapes'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'

interface FileLocation {
  readonly service: FileService
  readonly organizationId: Id<'organization'>
  readonly id: Id<'file'>
  readonly name: string
}

/** Where the bytes are stored; renaming the file later doesn't change it. */
export const pathOf = ({ service, organizationId, id, name }: FileLocation): string =>
  `${folderOf(service, organizationId)}/${id}/${name}`

export const folderOf = (service: FileService, organizationId: Id<'organization'>): string =>
  `${service}/${organizationId}`

export const isPublic = (service: string): boolean => service !== 'downloadable'

interface Renamable {
  readonly name: string
  readonly versionName: string | null
}

/** The fields that differ. Absent fields stay; null clears the version and keeps the name. */
export const decideFileChange = (
  file: Renamable,
  { name, version }: BodyOf<typeof updateFile>,
): Partial<Renamable> => ({
  ...(name != null && name !== file.name && { name }),
  ...(version !== undefined && version !== file.versionName && { versionName: version }),
})

/** RFC 6266; clients that don't know the encoded form use the ASCII one. */
export function attachment(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '')
  const plain = bare.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`
}

/** RFC 8187 allows fewer plain characters than URLs do. */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** In the largest unit that gives at least one: `1.5 MB`. */
export function readableSize(bytes: number): string {
  let amount = bytes
  let at = 0
  while (amount >= 1024 && at < units.length - 1) {
    amount /= 1024
    at += 1
  }
  const digits = at === 0 || Number.isInteger(amount) ? 0 : 1
  return `${amount.toFixed(digits)} ${units[at]}`
}
