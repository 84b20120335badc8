import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refused, Unreachable } from './request.ts'

const freshMilliseconds = 30_000
const triesMax = 3

/** Refusals are not retried; only unreachable servers are. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof Refused && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: freshMilliseconds,
        retry: (failures, error) => error instanceof Unreachable && failures < triesMax,
      },
    },
  })
}
