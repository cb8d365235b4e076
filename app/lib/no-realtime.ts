/**
 * Replaces @supabase/realtime-js (14 kB, not used yet) in the browser's build; see vite.config.ts.
 */
export class RealtimeClient {
  async setAuth(): Promise<void> {}
}
