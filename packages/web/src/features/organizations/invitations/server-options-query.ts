import { signInOptions } from '@guildhall/contract/identity/sign-in-options'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'

/** The operator’s configuration, constant while the server runs. */
export const serverOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.call(signInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
