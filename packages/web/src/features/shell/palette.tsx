import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sun from 'lucide-react/icons/sun'
import UserRound from 'lucide-react/icons/user-round'
import { useMemo } from 'react'
import { isOperator, sessionQuery } from '../../lib/session.ts'
import { setTheme } from '../../lib/theme.ts'
import { type Command, type CommandGroup, CommandPalette } from '../../ui/command-palette.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import type { NavItem, NavSection } from './nav-list.tsx'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  sections: readonly NavSection[]
}

/** The frame's pages, the other front doors, and what can be done; ⌘K opens it from anywhere. */
export function Palette({ open, onOpenChange, sections }: PaletteProps) {
  const router = useRouter()
  useShortcut('mod+k', () => onOpenChange(!open))
  const doors = useDoors()
  const groups = useMemo((): CommandGroup[] => {
    const goTo = ({ label, icon: Icon, link }: NavItem): Command => ({
      id: `go:${router.buildLocation(link).href}`,
      label,
      ...(Icon && { icon: <Icon /> }),
      // A navigation that fails shows the error page; there is nothing to wait for here.
      run: () => void router.navigate(link),
    })
    const pages = sections.flatMap((section) => section.items)
    return [
      { label: 'Go to', commands: pages.map(goTo) },
      { label: 'Elsewhere', commands: doors.map(goTo) },
      { label: 'Do', commands: themes },
    ]
  }, [router, sections, doors])
  return <CommandPalette open={open} onOpenChange={onOpenChange} groups={groups} />
}

/** Where nobody has asked for a session there is none to ask about. */
function useDoors(): readonly NavItem[] {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  return session && isOperator(session.user) ? operatorsDoors : everybodysDoors
}

const everybodysDoors: readonly NavItem[] = [
  { label: 'Dashboard', icon: LayoutDashboard, link: { to: '/dashboard' } },
  { label: 'Account', icon: UserRound, link: { to: '/account' } },
]

const operatorsDoors: readonly NavItem[] = [
  ...everybodysDoors,
  { label: 'Admin', icon: ShieldCheck, link: { to: '/admin' } },
]

const themes: readonly Command[] = [
  {
    id: 'theme:light',
    label: 'Switch to the light theme',
    icon: <Sun />,
    run: () => setTheme('light'),
  },
  {
    id: 'theme:dark',
    label: 'Switch to the dark theme',
    icon: <Moon />,
    run: () => setTheme('dark'),
  },
  {
    id: 'theme:system',
    label: 'Follow the system’s theme',
    keywords: 'auto',
    icon: <Monitor />,
    run: () => setTheme('system'),
  },
]
