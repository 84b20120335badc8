import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { tabClasses } from '#/ui/tab-classes.ts'
import { TabNav } from '#/ui/tab-nav.tsx'
import { boardLabels, boardNames } from './board-names.ts'

/** The pages of analytics, which keep the state of the URL. */
export function BoardTabs() {
  const { slug } = useOrganization()
  return (
    <TabNav label="Analytics">
      {boardNames.map((board) => (
        <Link
          key={board}
          to="/dashboard/$slug/analytics/$board"
          params={{ slug, board }}
          search={true}
          className={tabClasses}
        >
          {boardLabels[board]}
        </Link>
      ))}
    </TabNav>
  )
}
