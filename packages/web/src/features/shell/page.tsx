import { CatchBoundary, useLocation } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { PageHeader } from '#/ui/page-header.tsx'
import { FailedContent } from './failed-content.tsx'

interface PageProps extends Omit<ComponentProps<typeof PageHeader>, 'title'> {
  title: string
  children: ReactNode
}

/** A title, one primary action, its content. Where that fails, the rest of the page stays. */
export function Page({ title, children, ...header }: PageProps) {
  const href = useLocation({ select: (location) => location.href })
  return (
    <>
      <title>{`${title} · Guildhall`}</title>
      <PageHeader title={title} {...header} />
      <CatchBoundary getResetKey={() => href} errorComponent={FailedContent}>
        {children}
      </CatchBoundary>
    </>
  )
}
