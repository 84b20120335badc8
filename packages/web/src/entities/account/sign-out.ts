import { signOut as signOutEndpoint } from '@guildhall/contract/identity/sessions'
import { api } from '#/lib/api.ts'

/** Signs out with a full page load, so that nothing stays in memory. */
export async function signOut(destination = '/sign-in'): Promise<void> {
  await api.call(signOutEndpoint, {})
  window.location.assign(destination)
}
