import Building2 from 'lucide-react/icons/building-2'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import Scale from 'lucide-react/icons/scale'
import UsersIcon from 'lucide-react/icons/users'
import type { NavSection } from './nav-list.tsx'

/** The pages of operators, in the order of the sidebar. */
export const operatorSections: readonly NavSection[] = [
  {
    label: 'Operator',
    items: [
      { label: 'Users', icon: UsersIcon, link: { to: '/admin/users' }, shortcut: 'g u' },
      {
        label: 'Organizations',
        icon: Building2,
        link: { to: '/admin/organizations' },
        shortcut: 'g o',
      },
      { label: 'Jobs', icon: ListChecks, link: { to: '/admin/jobs' }, shortcut: 'g j' },
      { label: 'Mail log', icon: Mail, link: { to: '/admin/mails' }, shortcut: 'g m' },
      { label: 'Health', icon: HeartPulse, link: { to: '/admin/health' }, shortcut: 'g h' },
      {
        label: 'Reconciliation',
        icon: Scale,
        link: { to: '/admin/reconciliation' },
        shortcut: 'g r',
      },
    ],
  },
]
