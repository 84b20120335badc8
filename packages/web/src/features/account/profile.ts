import type { updateUser } from '@guildhall/contract/identity/profile'
import type { BodyInput } from '@guildhall/contract/operation'
import type { Session } from '#/entities/account/session.ts'

/** As typed; omitted values are empty. */
export interface Profile {
  name: string
  username: string
  image: string
}

export function profileOf({ name, displayUsername, username, image }: Session['user']): Profile {
  return { name, username: displayUsername ?? username ?? '', image: image ?? '' }
}

/** Sends only changed fields, so that concurrent changes are not overwritten. */
export function changesOf(user: Session['user'], typed: Profile): BodyInput<typeof updateUser> {
  const before = profileOf(user)
  const name = typed.name.trim()
  const username = typed.username.trim()
  const image = typed.image.trim()
  return {
    ...(name !== before.name && { name }),
    ...(username !== before.username && { username: username === '' ? null : username }),
    ...(image !== before.image && { image: image === '' ? null : image }),
  }
}
