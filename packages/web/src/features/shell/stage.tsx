import { Link } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useState } from 'react'
import type { Session } from '#/entities/account/session.ts'
import { classNames } from '#/ui/class-names.ts'
import { IconButton } from '#/ui/icon-button.tsx'
import { Logo } from '#/ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { InFrame } from './in-frame.ts'
import { PaletteLater } from './palette-later.tsx'
import { SkipLink } from './skip-link.tsx'

interface StageProps {
  user: Session['user']
  /** For code, which needs more room than a form. */
  wide?: boolean
  children: ReactNode
}

/** A page outside of an organization, with a single task. */
export function Stage({ user, wide = false, children }: StageProps) {
  const [isSearching, setSearching] = useState(false)
  return (
    <div className="min-h-[calc(100dvh-var(--sticky-top,0px))]">
      <SkipLink />
      <header className="flex h-13 items-center gap-1 border-b px-3 min-[900px]:px-5">
        <Link
          to="/dashboard"
          className="flex items-center gap-2.5 rounded-s px-2 py-1.5 font-semibold hover:bg-hover"
        >
          <Logo />
          Guildhall
        </Link>
        <IconButton
          label="Search"
          size="l"
          className="ml-auto w-10"
          onClick={() => setSearching(true)}
        >
          <Search aria-hidden="true" />
        </IconButton>
        <div className="max-w-60 min-w-0">
          <AccountMenu user={user} align="end" />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          'mx-auto grid w-full grid-cols-1 gap-4 px-4 pt-8 pb-12 outline-none sm:pt-14',
          wide ? 'max-w-190' : 'max-w-120',
        )}
      >
        <InFrame value={true}>{children}</InFrame>
      </main>
      <PaletteLater open={isSearching} onOpenChange={setSearching} />
    </div>
  )
}
