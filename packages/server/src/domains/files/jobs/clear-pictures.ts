import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type JobDefinition, job, schedule } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { findUser } from '../../identity/store/users/users.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import type { FileDeps } from '../actions/deps.ts'
import { removePicture } from '../actions/store-picture.ts'
import { replacedPictures } from '../rules/picture.ts'
import {
  listPendingPictures,
  listShownPictures,
  type PictureOwner,
  pendingBatchMax,
} from '../store/pictures.ts'

type ClearDeps = Pick<FileDeps, 'uowFactory' | 'storage'>

/** Removes the pictures that a user or an organization no longer has, or all once it is deleted. */
export const clearPictures: JobDefinition<ClearDeps> = job({
  name: 'files.clear_pictures',
  payload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), id: id('user') }),
    z.object({ kind: z.literal('organization'), id: organizationId }),
  ]),
  on: [
    when(['user.updated', 'user.deleted'], [], ({ object }) => [
      { payload: { kind: 'user' as const, id: object.id } },
    ]),
    when(['organization.updated', 'organization.deleted'], [], ({ object }) => [
      { payload: { kind: 'organization' as const, id: object.id } },
    ]),
  ],
  async run(deps: ClearDeps, owner: PictureOwner) {
    const { kysely } = deps.uowFactory.database
    // In this order: one that is shown later is not in the list.
    const pictures = await listShownPictures(kysely, owner)
    if (pictures.length === 0) return
    const shown = await shownBy(kysely, owner)
    for (const picture of replacedPictures(pictures, shown)) await removePicture(deps, picture)
  },
})

/** The URL that the owner has now. */
async function shownBy(db: Kysely<Tables>, owner: PictureOwner): Promise<string | null> {
  if (owner.kind === 'user') return (await findUser(db, owner.id))?.image ?? null
  return (await findOrganization(db, owner.id))?.avatarUrl ?? null
}

const pendingMilliseconds = 3_600_000

type SweepDeps = ClearDeps & Pick<FileDeps, 'clock'>

/** Removes what interrupted uploads left behind. */
export async function sweepPictures({ clock, ...deps }: SweepDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - pendingMilliseconds)
  const sweepBatch = async (): Promise<number> => {
    const pending = await listPendingPictures(deps.uowFactory.database.kysely, before)
    for (const picture of pending) await removePicture(deps, picture)
    return pending.length
  }
  while ((await sweepBatch()) === pendingBatchMax);
}

export const sweepPicturesJob: JobDefinition<SweepDeps> = schedule({
  name: 'files.sweep_pictures',
  cron: '41 * * * *',
  run: (deps: SweepDeps) => sweepPictures(deps),
})
