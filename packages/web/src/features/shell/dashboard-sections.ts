import House from 'lucide-react/icons/house'
import Mail from 'lucide-react/icons/mail'
import Network from 'lucide-react/icons/network'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UsersRound from 'lucide-react/icons/users-round'
import type { NavItem, NavSection } from './nav-list.tsx'

interface DashboardFacts {
  slug: string
  /** Whether this server has teams. */
  hasTeams: boolean
}

const exact = { activeOptions: { exact: true } } as const

/** What there is in an organization, in the order of its sidebar. */
export function dashboardSections({ slug, hasTeams }: DashboardFacts): readonly NavSection[] {
  const params = { slug }
  const teams: NavItem = {
    label: 'Teams',
    icon: Network,
    link: { to: '/dashboard/$slug/settings/teams', params },
    shortcut: 'g t',
  }
  return [
    {
      items: [
        {
          label: 'Home',
          icon: House,
          link: { to: '/dashboard/$slug', params, ...exact },
          shortcut: 'g h',
        },
      ],
    },
    {
      label: 'Settings',
      items: [
        {
          label: 'General',
          icon: Settings,
          link: { to: '/dashboard/$slug/settings', params, ...exact },
          shortcut: 'g s',
        },
        {
          label: 'Members',
          icon: UsersRound,
          link: { to: '/dashboard/$slug/settings/members', params },
          shortcut: 'g m',
        },
        {
          label: 'Invitations',
          icon: Mail,
          link: { to: '/dashboard/$slug/settings/invitations', params },
          shortcut: 'g i',
        },
        ...(hasTeams ? [teams] : []),
        {
          label: 'Danger zone',
          icon: TriangleAlert,
          link: { to: '/dashboard/$slug/settings/danger', params },
        },
      ],
    },
  ]
}
