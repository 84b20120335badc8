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
import { useMemo } from 'react'
import { isOperator, sessionQuery } from '#/entities/account/session.ts'
import { setTheme } from '#/lib/theme.ts'
import { type Command, type CommandGroup, CommandPalette } from '#/ui/command-palette.tsx'
import { menuLabel, useOfferedActions } from '#/ui/page-actions.ts'
import type { PaletteSearch } from '#/ui/use-palette-search.ts'
import { keysOf } from './keys-of.ts'
import type { NavItem, NavSection } from './nav-list.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useLeave } from './use-leave.ts'

export interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether the keyboard shortcuts are shown. */
  isHelping: boolean
  onHelpingChange: (isHelping: boolean) => void
  /** The pages of the current area. */
  sections: readonly NavSection[]
}

interface PaletteContent {
  /** Further commands of these pages. */
  commands?: readonly CommandGroup[]
  /** Results of the server for the query. */
  search?: PaletteSearch
}

/** Pages, other areas and actions. */
export function Palette(props: PaletteProps & PaletteContent) {
  const { open, onOpenChange, isHelping, onHelpingChange, sections } = props
  const { commands = noCommands, search } = props
  const goTo = useGoTo()
  const areas = useAreas()
  const actions = useActions(onHelpingChange)
  const here = useHere()
  const groups = useMemo((): CommandGroup[] => {
    const pages = sections.flatMap((section) =>
      section.items.map((item) => goTo(item, section.label)),
    )
    return [
      { label: 'Go to', commands: pages },
      ...commands.map((group) => without(group, here)),
      { label: 'Other areas', commands: areas.map((area) => goTo(area)) },
      { label: 'Actions', commands: actions },
    ]
  }, [goTo, sections, commands, areas, actions, here])
  return (
    <>
      <CommandPalette {...{ open, onOpenChange, groups, here, ...search }} />
      <ShortcutHelp open={isHelping} onOpenChange={onHelpingChange} sections={sections} />
    </>
  )
}

/** What the page at hand offers. */
function useHere(): readonly CommandGroup[] {
  const offered = useOfferedActions()
  return useMemo(
    () =>
      offered.map(({ of, actions }) => ({
        label: of,
        commands: actions.map((action) => ({
          id: `here:${of}:${action.label}`,
          label: menuLabel(action),
          ...(action.icon && { icon: action.icon }),
          ...(action.shortcut && { shortcut: keysOf(action.shortcut) }),
          run: action.run,
        })),
      })),
    [offered],
  )
}

/** The page’s own “Create product” replaces the one that is offered on every page. */
function without({ label, commands }: CommandGroup, here: readonly CommandGroup[]): CommandGroup {
  const doubled = new Set(here.flatMap((group) => group.commands.map((command) => command.label)))
  return { label, commands: commands.filter((command) => !doubled.has(command.label)) }
}

/** A page as a command; its section distinguishes pages of the same name and is searchable. */
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
        // A failed navigation shows the error page, so it isn’t awaited.
        run: () => void router.navigate(link),
      }),
    [router],
  )
}

/** Pages without a session never requested one, so only the cache is read. */
function useKnownSession() {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

function useAreas(): readonly NavItem[] {
  const session = useKnownSession()
  return session && isOperator(session.user) ? operatorAreas : commonAreas
}

function useActions(setHelping: (isHelping: boolean) => void): readonly Command[] {
  const isSignedIn = Boolean(useKnownSession())
  const { leave } = useLeave()
  return useMemo(() => {
    const help: Command = {
      id: 'help:shortcuts',
      label: 'Show keyboard shortcuts',
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
      // The hook reports failures.
      run: () => void leave(),
    }
    return [...themes, help, ...(isSignedIn ? [signOut] : [])]
  }, [isSignedIn, leave, setHelping])
}

const noCommands: readonly CommandGroup[] = []

const commonAreas: readonly NavItem[] = [
  { label: 'Dashboard', icon: LayoutDashboard, link: { to: '/dashboard' } },
  { label: 'Account', icon: UserRound, link: { to: '/account' } },
]

const operatorAreas: readonly NavItem[] = [
  ...commonAreas,
  { label: 'Admin', icon: ShieldCheck, link: { to: '/admin' } },
]

const themes: readonly Command[] = [
  {
    id: 'theme:light',
    label: 'Switch to light theme',
    icon: <Sun />,
    run: () => setTheme('light'),
  },
  {
    id: 'theme:dark',
    label: 'Switch to dark theme',
    icon: <Moon />,
    run: () => setTheme('dark'),
  },
  {
    id: 'theme:system',
    label: 'Use the system theme',
    keywords: 'auto',
    icon: <Monitor />,
    run: () => setTheme('system'),
  },
]
