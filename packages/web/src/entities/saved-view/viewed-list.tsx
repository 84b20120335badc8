import type { ListName } from '@guildhall/contract/lists/lists'
import { useMemo } from 'react'
import { columnChoices, columnsToShow } from '#/ui/column-choice.ts'
import { ListCard, type ListCardProps } from '#/ui/list-card.tsx'
import { useListSettings } from './list-settings.ts'
import { ViewMenu } from './view-menu.tsx'
import type { Parameters } from './view-parameters.ts'
import { ViewTabs } from './view-tabs.tsx'

interface ViewedListProps<T extends object> extends Omit<ListCardProps<T>, 'views' | 'tools'> {
  list: ListName
  /** The whole state of the list in the URL, filters included. */
  parameters: Parameters
  /** Shows the list with other parameters. */
  onViewOpen: (parameters: Parameters) => void
}

/** A page’s main list, with the columns and saved views of the person. */
export function ViewedList<T extends object>(props: ViewedListProps<T>) {
  const { list, parameters, onViewOpen, columns, rows, ...card } = props
  const { views, opened, shown, isPending } = useListSettings(list, card.view.view)
  const shownColumns = useMemo(() => columnsToShow(columns, shown), [columns, shown])
  return (
    <ListCard
      {...card}
      columns={shownColumns}
      // They would change their form when the columns are known.
      rows={isPending ? undefined : rows}
      views={
        views.length > 0 && (
          <ViewTabs label={card.label} views={views} opened={opened} onOpen={onViewOpen} />
        )
      }
      tools={
        <ViewMenu
          list={list}
          parameters={parameters}
          opened={opened}
          choices={columnChoices(columns, shown)}
          shown={shown}
          onOpen={onViewOpen}
        />
      }
    />
  )
}
