import { signOut as signOutEndpoint } from '@guildhall/contract/identity/sessions'
import { api } from './api.ts'

/** Ends the session and leaves by a new document, so that nothing of it stays in memory. */
export async function signOut(destination = '/sign-in'): Promise<void> {
  await api.call(signOutEndpoint, {})
  window.location.assign(destination)
}
