import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sun from 'lucide-react/icons/sun'
import UserRound from 'lucide-react/icons/user-round'
import { useMemo, useState } from 'react'
import { isOperator, sessionQuery } from '../../lib/session.ts'
import { setTheme } from '../../lib/theme.ts'
import { type Command, type CommandGroup, CommandPalette } from '../../ui/command-palette.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { keysOf } from './keys-of.ts'
import type { NavItem, NavSection } from './nav-list.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useLeave } from './use-leave.ts'

/** What can be found besides the doors and what can be done everywhere. */
export interface PaletteContent {
  /** The pages of the frame around. */
  sections?: readonly NavSection[]
  /** What else can be done or gone to from these pages. */
  commands?: readonly CommandGroup[]
  /** What the server finds for what is typed. */
  search?: PaletteSearch
}

interface PaletteSearch {
  found: readonly CommandGroup[]
  isSearching: boolean
  onQueryChange: (query: string) => void
}

interface PaletteProps extends PaletteContent {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The frame's pages, the other front doors, and what can be done; ⌘K opens it from anywhere. */
export function Palette({ open, onOpenChange, search, ...content }: PaletteProps) {
  const { sections = noSections, commands = noCommands } = content
  const [isHelping, setHelping] = useState(false)
  useShortcut('mod+k', () => change(!open))
  useShortcut('?', () => setHelping(true))
  const goTo = useGoTo()
  const doors = useDoors()
  const deeds = useDeeds(setHelping)
  const groups = useMemo((): CommandGroup[] => {
    const pages = sections.flatMap((section) =>
      section.items.map((item) => goTo(item, section.label)),
    )
    return [
      { label: 'Go to', commands: pages },
      ...commands,
      { label: 'Elsewhere', commands: doors.map((door) => goTo(door)) },
      { label: 'Do', commands: deeds },
    ]
  }, [goTo, sections, commands, doors, deeds])
  function change(next: boolean) {
    search?.onQueryChange('')
    onOpenChange(next)
  }
  return (
    <>
      <CommandPalette open={open} onOpenChange={change} groups={groups} {...search} />
      <ShortcutHelp open={isHelping} onOpenChange={setHelping} sections={sections} />
    </>
  )
}

/** A page as a command; the section tells pages of one name apart, and finds them too. */
function useGoTo(): (item: NavItem, section?: string) => Command {
  const router = useRouter()
  return useMemo(
    () =>
      ({ label, icon: Icon, link, shortcut }, section) => ({
        id: `go:${router.buildLocation(link).href}`,
        label,
        ...(section && { keywords: section, aside: section }),
        ...(Icon && { icon: <Icon /> }),
        ...(shortcut && { shortcut: keysOf(shortcut) }),
        // A navigation that fails shows the error page; there is nothing to wait for here.
        run: () => void router.navigate(link),
      }),
    [router],
  )
}

/** Where nobody has asked for a session there is none to ask about. */
function useKnownSession() {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

function useDoors(): readonly NavItem[] {
  const session = useKnownSession()
  return session && isOperator(session.user) ? operatorsDoors : everybodysDoors
}

function useDeeds(setHelping: (isHelping: boolean) => void): readonly Command[] {
  const isSignedIn = Boolean(useKnownSession())
  const { leave } = useLeave()
  return useMemo(() => {
    const help: Command = {
      id: 'help:shortcuts',
      label: 'Show the keyboard shortcuts',
      keywords: 'help keys',
      icon: <Keyboard />,
      shortcut: ['?'],
      run: () => setHelping(true),
    }
    const signOut: Command = {
      id: 'sign-out',
      label: 'Sign out',
      keywords: 'leave log out',
      icon: <LogOut />,
      // Its failure is told by the hook; there is nothing more to do about it here.
      run: () => void leave(),
    }
    return [...themes, help, ...(isSignedIn ? [signOut] : [])]
  }, [isSignedIn, leave, setHelping])
}

const noSections: readonly NavSection[] = []
const noCommands: readonly CommandGroup[] = []

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
