import { customerPortal } from '@guildhall/adapters/next'
import { accessToken, serverURL, sessionOf } from '../../guildhall.js'

export const GET = customerPortal({
  serverURL,
  accessToken,
  getExternalId: async (request) => (await sessionOf(request))?.user.id ?? null,
})
