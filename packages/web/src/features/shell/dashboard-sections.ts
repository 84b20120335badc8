import Activity from 'lucide-react/icons/activity'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Calculator from 'lucide-react/icons/calculator'
import ChartColumn from 'lucide-react/icons/chart-column'
import ContactRound from 'lucide-react/icons/contact-round'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import House from 'lucide-react/icons/house'
import KeyRound from 'lucide-react/icons/key-round'
import Landmark from 'lucide-react/icons/landmark'
import Link2 from 'lucide-react/icons/link-2'
import Mail from 'lucide-react/icons/mail'
import Network from 'lucide-react/icons/network'
import Package from 'lucide-react/icons/package'
import Receipt from 'lucide-react/icons/receipt'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UsersRound from 'lucide-react/icons/users-round'
import Wallet from 'lucide-react/icons/wallet'
import Webhook from 'lucide-react/icons/webhook'
import { mayIn } from '#/entities/organization/roles.ts'
import type { NavItem, NavSection } from './nav-list.tsx'

interface DashboardFacts {
  slug: string
  /** The roles of the member. */
  role: string
  /** Whether teams are enabled on this server. */
  hasTeams: boolean
}

const exact = { activeOptions: { exact: true } } as const

/** The pages of an organization, in the order of the sidebar. */
export function dashboardSections(facts: DashboardFacts): readonly NavSection[] {
  const { slug, role } = facts
  const params = { slug }
  return [
    { items: catalogItems(params) },
    { label: 'Sales', folds: 'open', items: salesItems(params) },
    ...(mayIn(role, 'analytics', 'read') ? [understandSection(params)] : []),
    { label: 'Settings', folds: 'folded', items: settingsItems(facts) },
  ]
}

type Params = Pick<DashboardFacts, 'slug'>

function catalogItems(params: Params): NavItem[] {
  return [
    {
      label: 'Home',
      icon: House,
      link: { to: '/dashboard/$slug', params, ...exact },
      shortcut: 'g h',
    },
    {
      label: 'Products',
      icon: Package,
      link: { to: '/dashboard/$slug/products', params },
      shortcut: 'g p',
    },
    {
      label: 'Discounts',
      icon: BadgePercent,
      link: { to: '/dashboard/$slug/discounts', params },
      shortcut: 'g d',
    },
    {
      label: 'Checkout links',
      icon: Link2,
      link: { to: '/dashboard/$slug/checkout-links', params },
      shortcut: 'g l',
    },
    {
      label: 'Benefits',
      icon: Gift,
      link: { to: '/dashboard/$slug/benefits', params },
      shortcut: 'g b',
    },
  ]
}

function salesItems(params: Params): NavItem[] {
  return [
    {
      label: 'Customers',
      icon: ContactRound,
      link: { to: '/dashboard/$slug/customers', params },
      shortcut: 'g c',
    },
    {
      label: 'Orders',
      icon: Receipt,
      link: { to: '/dashboard/$slug/orders', params },
      shortcut: 'g o',
    },
    {
      label: 'Disputes',
      icon: Scale,
      link: { to: '/dashboard/$slug/disputes', params },
      shortcut: 'g y',
    },
    {
      label: 'Subscriptions',
      icon: RefreshCw,
      link: { to: '/dashboard/$slug/subscriptions', params },
      shortcut: 'g r',
    },
    {
      label: 'Checkouts',
      icon: ShoppingCart,
      link: { to: '/dashboard/$slug/checkouts', params },
      shortcut: 'g k',
    },
    {
      label: 'Balance',
      icon: Wallet,
      link: { to: '/dashboard/$slug/balance', params },
      shortcut: 'g w',
    },
    {
      label: 'Finance',
      icon: Calculator,
      link: { to: '/dashboard/$slug/finance', params },
      shortcut: 'g q',
    },
    {
      label: 'Meters',
      icon: Gauge,
      link: { to: '/dashboard/$slug/meters', params },
      shortcut: 'g u',
    },
    {
      label: 'Events',
      icon: Activity,
      link: { to: '/dashboard/$slug/events', params },
      shortcut: 'g n',
    },
  ]
}

function understandSection(params: Params): NavSection {
  const analytics: NavItem = {
    label: 'Analytics',
    icon: ChartColumn,
    link: { to: '/dashboard/$slug/analytics', params },
    shortcut: 'g z',
  }
  return { label: 'Understand', items: [analytics] }
}

function settingsItems({ slug, role, hasTeams }: DashboardFacts): NavItem[] {
  const params = { slug }
  const teams: NavItem = {
    label: 'Teams',
    icon: Network,
    link: { to: '/dashboard/$slug/settings/teams', params },
    shortcut: 'g t',
  }
  return [
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
      label: 'Custom fields',
      icon: TextCursorInput,
      link: { to: '/dashboard/$slug/settings/custom-fields', params },
      shortcut: 'g f',
    },
    {
      label: 'Taxes',
      icon: Landmark,
      link: { to: '/dashboard/$slug/settings/taxes', params },
      shortcut: 'g x',
    },
    {
      label: 'Invoices',
      icon: FileText,
      link: { to: '/dashboard/$slug/settings/invoices', params },
      shortcut: 'g v',
    },
    {
      label: 'Access tokens',
      icon: KeyRound,
      link: { to: '/dashboard/$slug/settings/access-tokens', params },
      shortcut: 'g a',
    },
    {
      label: 'Webhooks',
      icon: Webhook,
      link: { to: '/dashboard/$slug/settings/webhooks', params },
      shortcut: 'g e',
    },
    ...(mayIn(role, 'audit', 'read') ? [auditLogItem(slug)] : []),
    {
      label: 'Danger zone',
      icon: TriangleAlert,
      link: { to: '/dashboard/$slug/settings/danger', params },
    },
  ]
}

const auditLogItem = (slug: string): NavItem => ({
  label: 'Audit log',
  icon: History,
  link: { to: '/dashboard/$slug/settings/audit-log', params: { slug } },
  shortcut: 'g j',
})
