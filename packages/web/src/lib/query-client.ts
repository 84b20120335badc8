import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
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

/**
 * Refetches what a change may have altered. An answer still under way was asked before the change,
 * and would pass for a fresh one where nothing shows it at the moment; so it is dropped. One that a
 * page waits for is not: it has nothing else to show.
 */
export async function refetchAfterChange(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  await client.invalidateQueries({ queryKey })
}
