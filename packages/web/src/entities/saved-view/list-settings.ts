import {
  type createSavedView,
  getListSettings,
  type ListName,
  updateListSettings,
  updateSavedView,
} from '@guildhall/contract/lists/lists'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { useToast } from '#/ui/toast.tsx'

type ListSettings = ResponseOf<typeof getListSettings>
export type SavedView = ResponseOf<typeof createSavedView>

export const listSettingsQuery = (organizationId: OrganizationId, list: ListName) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'list-settings', list],
    queryFn: ({ signal }) =>
      api.call(getListSettings, { params: { id: organizationId, list }, signal }),
  })

const none: ListSettings = { columns: null, views: [] }

/** Until they are known, or where they can’t be loaded, a list has its default columns. */
export function useListSettings(list: ListName, viewId: string | undefined) {
  const { id } = useOrganization()
  const { data: settings = none, isPending } = useQuery(listSettingsQuery(id, list))
  const opened = settings.views.find((view) => view.id === viewId)
  return { views: settings.views, opened, shown: (opened ?? settings).columns, isPending }
}

/** Shows at once what is chosen, and saves one choice after another. */
export function useColumnChange(list: ListName, opened: SavedView | undefined) {
  const { id } = useOrganization()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { queryKey } = listSettingsQuery(id, list)
  const save = useMutation({
    scope: { id: `columns-${list}` },
    mutationFn: async (columns: string[] | null) => {
      if (opened === undefined) {
        await api.call(updateListSettings, { params: { id, list }, body: { columns } })
      } else await api.call(updateSavedView, { params: { id: opened.id }, body: { columns } })
    },
    onError: (error) => {
      toast({ tone: 'bad', title: 'Columns not saved', description: failureMessage(error) })
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (columns: string[] | null) => {
    queryClient.setQueryData(queryKey, (before = none) =>
      opened === undefined
        ? { ...before, columns }
        : {
            ...before,
            views: before.views.map((one) => (one.id === opened.id ? { ...one, columns } : one)),
          },
    )
    save.mutate(columns)
  }
}
