import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { TabNav, TabNavLink } from '#/ui/tab-nav.tsx'
import type { SavedView } from './list-settings.ts'
import { type Parameters, searchOf } from './view-parameters.ts'

interface ViewTabsProps {
  /** The name of the list: "Orders". */
  label: string
  views: readonly SavedView[]
  opened: SavedView | undefined
  onOpen: (parameters: Parameters) => void
}

/** The saved views of a list, after the list without one. */
export function ViewTabs({ label, views, opened, onOpen }: ViewTabsProps) {
  return (
    <div className="px-3 pt-1">
      <TabNav label={`Views of ${label}`}>
        <ViewTab name="All" search={{}} isOpen={opened === undefined} onOpen={onOpen} />
        {views.map((view) => (
          <ViewTab
            key={view.id}
            name={view.name}
            search={searchOf(view)}
            isOpen={view.id === opened?.id}
            onOpen={onOpen}
          />
        ))}
      </TabNav>
    </div>
  )
}

interface ViewTabProps extends Pick<ViewTabsProps, 'onOpen'> {
  name: string
  search: Parameters
  isOpen: boolean
}

/** A link, so that it can be opened in a new tab of the browser. */
function ViewTab({ name, search, isOpen, onOpen }: ViewTabProps) {
  const { options } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(search)
  }
  return (
    <TabNavLink
      href={`${path}${options.stringifySearch?.({ ...search }) ?? ''}`}
      aria-current={isOpen ? 'page' : undefined}
      onClick={follow}
    >
      {name}
    </TabNavLink>
  )
}
