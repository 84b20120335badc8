import { countJobs, listJobs } from '@guildhall/contract/maintenance/jobs'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { adminKey } from './admin-queries.ts'
import type { JobsView } from './jobs-view.ts'

export type Job = ResponseOf<typeof listJobs>['jobs'][number]
export type TaskJobs = ResponseOf<typeof countJobs>['tasks'][number]

const refetchMilliseconds = 5000

export const jobCountsQuery = queryOptions({
  queryKey: [...adminKey, 'job-counts'],
  queryFn: ({ signal }) => api.call(countJobs, { query: {}, signal }),
  refetchInterval: refetchMilliseconds,
})

export const jobsQuery = (view: JobsView) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'jobs', view],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...view, ...(pageParam !== null && { cursor: pageParam }) }
      return api.call(listJobs, { query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // All loaded pages are refetched, so many pages are polled less often.
    refetchInterval: ({ state }) =>
      refetchMilliseconds * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
  })

function firstPage(): string | null {
  return null
}
