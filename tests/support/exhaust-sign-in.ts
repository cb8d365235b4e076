import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { limits } from '#backend/auth/rate-limits.ts';

/** Guesses passwords of owner@example.com until the next guess is answered with 429. */
export async function exhaustSignIn({ auth }: Pick<SupabaseClient, 'auth'>): Promise<void> {
  const guess = () => auth.signInWithPassword({ email: 'owner@example.com', password: 'a guess' });
  for (let n = 0; n < limits.signInPerAccountAndNetwork.hits; n += 1) {
    expect((await guess()).error?.code).toBe('invalid_credentials');
  }
  expect((await guess()).error?.status).toBe(429);
}
