import { listMails } from '@guildhall/contract/maintenance/mails'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { adminKey } from './admin-queries.ts'
import type { MailsView } from './mails-view.ts'

type MailPage = ResponseOf<typeof listMails>
export type Mail = MailPage['mails'][number]

const refetchMilliseconds = 5000

export const mailsQuery = (view: MailsView) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'mails', view],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...view, ...(pageParam !== null && { cursor: pageParam }) }
      return api.call(listMails, { query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // All loaded pages are refetched, so many pages are polled less often.
    refetchInterval: ({ state }) =>
      refetchMilliseconds * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
  })

function firstPage(): MailPage['nextCursor'] {
  return null
}
