import type { Generated, JSONColumnType } from 'kysely';

/** The tables that the platform owns, as platform/*.sql creates them. Timestamps are written as SQL or Date. */
export type PlatformTables = {
  'auth.users': {
    id: Generated<string>;
    aud: Generated<string>;
    role: Generated<string>;
    email: string;
    encrypted_password: string | null;
    email_confirmed_at: Date | null;
    new_email: string | null;
    email_change_sent_at: Date | null;
    last_sign_in_at: Date | null;
    raw_app_meta_data: Generated<Record<string, unknown>>;
    raw_user_meta_data: Generated<Record<string, unknown>>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  'auth.sessions': {
    id: Generated<string>;
    user_id: string;
    created_at: Generated<Date>;
    refreshed_at: Generated<Date>;
    not_after: Date | null;
    user_agent: string | null;
    ip: string | null;
    aal: Generated<'aal1' | 'aal2'>;
    factor_verified_at: Date | null;
  };
  'auth.mfa_factors': {
    id: Generated<string>;
    user_id: string;
    friendly_name: string | null;
    factor_type: 'totp';
    status: Generated<'unverified' | 'verified'>;
    secret: string;
    last_used_step: Generated<string>;
    last_challenged_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  'auth.mfa_challenges': { id: Generated<string>; factor_id: string; created_at: Generated<Date> };
  'auth.mfa_recovery_codes': {
    id: Generated<string>;
    user_id: string;
    code_hash: string;
    created_at: Generated<Date>;
  };
  'auth.refresh_tokens': {
    id: Generated<string>;
    token_hash: string;
    session_id: string;
    parent_id: string | null;
    revoked_at: Date | null;
    created_at: Generated<Date>;
  };
  'auth.one_time_tokens': {
    id: Generated<string>;
    user_id: string;
    token_type:
      | 'recovery'
      | 'invite'
      | 'email_change_current'
      | 'email_change_new'
      | 'email_change_undo';
    token_hash: string;
    relates_to: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  'storage.buckets': {
    id: string;
    name: string;
    owner_id: string | null;
    public: Generated<boolean>;
    file_size_limit: string | null;
    allowed_mime_types: string[] | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  'storage.objects': {
    id: Generated<string>;
    bucket_id: string;
    name: string;
    owner_id: string | null;
    version: string;
    metadata: JSONColumnType<Record<string, unknown>> | null;
    user_metadata: Record<string, unknown> | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    last_accessed_at: Generated<Date>;
  };
  'public.staff': { user_id: string; created_at: Generated<Date> };
};
