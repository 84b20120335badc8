import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { refetchAfterChange } from '#/lib/query-client.ts'
import { useOrganization } from './current-organization.tsx'
import { organizationKey, organizationsQuery } from './own-organizations.ts'

/**
 * Runs a change of the organization, then refetches everything about it and the user's role. Also
 * after an error, because what was shown may be outdated.
 */
export function useChange() {
  const queryClient = useQueryClient()
  const { id } = useOrganization()
  return useCallback(
    async <T>(change: () => Promise<T>): Promise<T> => {
      const refresh = () =>
        Promise.all([
          refetchAfterChange(queryClient, organizationKey(id)),
          queryClient.invalidateQueries(organizationsQuery),
        ])
      const result = await change().catch((error: unknown) => {
        // Not awaited: offline it would never settle.
        void refresh()
        throw error
      })
      await refresh()
      return result
    },
    [queryClient, id],
  )
}
