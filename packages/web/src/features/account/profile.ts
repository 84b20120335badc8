import type { BodyInput } from '@guildhall/contract/endpoint'
import type { updateUser } from '@guildhall/contract/identity/profile'
import type { Session } from '../../lib/session.ts'

/** As it's typed: what isn't there is empty. */
export interface Profile {
  name: string
  username: string
  image: string
}

export function profileOf({ name, displayUsername, username, image }: Session['user']): Profile {
  return { name, username: displayUsername ?? username ?? '', image: image ?? '' }
}

/** Only what was changed is sent, so that what another tab changed meanwhile stays. */
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
