import type { Id } from '@guildhall/contract/primitives'
import { newId } from '../../../platform/ids.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type Picture,
  pictureName,
  picturePlace,
  picturesPath,
  pictureTypes,
} from '../rules/picture.ts'
import {
  deletePicture,
  insertPicture,
  type PictureOwner,
  type PictureRow,
} from '../store/pictures.ts'
import type { FileDeps } from './deps.ts'

interface NewPicture extends Picture {
  readonly owner: PictureOwner
  /** Refuses who may not set it, before anything is stored. */
  readonly authorize: (uow: UnitOfWork) => Promise<unknown>
}

export interface StoredPicture {
  readonly id: Id<'picture'>
  readonly url: string
}

/**
 * Noted before its bytes are stored, so that none are left behind when this server dies in between.
 * It is served once its owner has its URL.
 */
export async function storePicture(
  { uowFactory, storage, config, clock }: FileDeps,
  { owner, format, bytes, authorize }: NewPicture,
): Promise<StoredPicture> {
  const id = newId('picture', clock)
  await runUnitOfWork(uowFactory, {}, async (uow) => {
    await authorize(uow)
    const row = { id, ownerKind: owner.kind, ownerId: owner.id, format, size: bytes.length }
    await insertPicture(uow.tx, { ...row, createdAt: uow.now })
  })
  const path = picturePlace({ id, ownerId: owner.id, format })
  await storage.put({ path, mimeType: pictureTypes[format], bytes })
  return { id, url: `${config.server.url}${picturesPath}/${pictureName({ id, format })}` }
}

/** The bytes first, so that the row is there for another attempt. */
export async function removePicture(
  { uowFactory, storage }: Pick<FileDeps, 'uowFactory' | 'storage'>,
  picture: PictureRow,
): Promise<void> {
  await storage.remove(picturePlace(picture))
  await deletePicture(uowFactory.database.kysely, picture.id)
}
