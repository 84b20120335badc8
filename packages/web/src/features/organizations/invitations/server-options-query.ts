import { signInOptions } from '@guildhall/contract/identity/sign-in-options'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What the operator configured; it doesn't change while the server runs. */
export const serverOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.call(signInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
