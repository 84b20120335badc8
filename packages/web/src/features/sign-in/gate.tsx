import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#/ui/banner.tsx'
import { Logo } from '#/ui/logo.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import type { Faults } from './submission.ts'

interface GateProps {
  title: string
  children: ReactNode
}

/** The layout of all signed-out pages. */
export function Gate({ title, children }: GateProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <title>{title.includes('Guildhall') ? title : `${title} · Guildhall`}</title>
      <div className="grid w-full max-w-90 gap-4.5">
        <div className="grid gap-3.5">
          <Logo size="l" />
          <h1 className="text-[1.375rem]/7 font-semibold tracking-[-0.02em]">{title}</h1>
        </div>
        {children}
      </div>
    </main>
  )
}

/** The skeleton of a form, until the sign-in options have loaded. */
export function GateSkeleton() {
  return (
    <main aria-busy="true" className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="grid w-full max-w-90 gap-4.5">
        <div className="grid gap-3.5">
          <Logo size="l" />
          <Skeleton className="h-7 w-48" />
        </div>
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
        <Skeleton className="h-11" />
      </div>
    </main>
  )
}

interface GateFormProps {
  faults: Faults
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** Form errors are shown above the fields, field errors below them. */
export function GateForm({ faults, onSubmit, children }: GateFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // On touch screens the focus would open a keyboard that covers half of the page.
    if (!matchMedia('(pointer: fine)').matches) return
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    const empty = inputs.find(({ value }) => value === '')
    empty?.focus()
  }, [])
  return (
    <form ref={form} className="grid gap-4.5" noValidate onSubmit={onSubmit}>
      {faults.whole !== undefined && <Banner tone="bad">{faults.whole}</Banner>}
      {children}
    </form>
  )
}

/** The result, announced when it replaces the form. */
export function GateMessage({ children }: { children: ReactNode }) {
  return <output className="text-ink-2">{children}</output>
}

export function GateFooter({ children }: { children: ReactNode }) {
  return <p className="text-center text-s text-ink-2">{children}</p>
}
