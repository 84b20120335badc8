// Faults that can be planted in the world on purpose, to see that the invariants find them.
export const jarFaults = ['forgotten-events', 'unlocked-jars', 'repeated-notes'] as const

export type JarFault = (typeof jarFaults)[number]

export const isJarFault = (name: string): name is JarFault =>
  jarFaults.some((fault) => fault === name)
