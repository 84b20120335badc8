import type { FileService } from '@guildhall/contract/files/shapes'
import type { Id } from '@guildhall/contract/primitives'

interface Placed {
  readonly service: FileService
  readonly organizationId: Id<'organization'>
  readonly id: Id<'file'>
  readonly name: string
}

/** Where the bytes lie, for good: another name later doesn't move them. */
export const pathOf = ({ service, organizationId, id, name }: Placed): string =>
  `${folderOf(service, organizationId)}/${id}/${name}`

export const folderOf = (service: FileService, organizationId: Id<'organization'>): string =>
  `${service}/${organizationId}`

/** Whether everybody may see it. */
export const isPublic = (service: string): boolean => service !== 'downloadable'
