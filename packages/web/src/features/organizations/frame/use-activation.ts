import { setActiveOrganization } from '@guildhall/contract/organizations/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { sessionQuery } from '#/entities/account/session.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'

/**
 * Makes the viewed organization the session’s active one, so that the start page leads back to it.
 * Nothing else depends on it, so errors are ignored, and it happens once per visit: two tabs don’t
 * compete.
 */
export function useActivation(organizationId: OrganizationId): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => api.call(setActiveOrganization, { body: { organizationId } }),
    onSuccess: () =>
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (kept) =>
          kept && { ...kept, session: { ...kept.session, activeOrganizationId: organizationId } },
      ),
  })
  const activate = useEffectEvent((visited: OrganizationId) => {
    const active = queryClient.getQueryData(sessionQuery.queryKey)?.session.activeOrganizationId
    if (active !== visited) mutate()
  })
  useEffect(() => activate(organizationId), [organizationId])
}
