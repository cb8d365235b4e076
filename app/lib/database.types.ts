// Generated from supabase/migrations by scripts/database-types.ts. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      announcements: {
        Row: {
          created_at: string;
          first_day: string | null;
          id: string;
          last_day: string | null;
          link: string | null;
          text: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          first_day?: string | null;
          id?: string;
          last_day?: string | null;
          link?: string | null;
          text?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          first_day?: string | null;
          id?: string;
          last_day?: string | null;
          link?: string | null;
          text?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      audit_entries: {
        Row: {
          action: string;
          actor_email: string | null;
          actor_id: string | null;
          after: Json | null;
          before: Json | null;
          changes: NonNullable<Json>;
          columns: string[];
          id: number;
          occurred_at: string;
          record_id: string | null;
          record_name: string | null;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          actor_email?: string | null;
          actor_id?: string | null;
          after?: Json | null;
          before?: Json | null;
          changes?: never;
          columns?: string[];
          id?: never;
          occurred_at?: string;
          record_id?: string | null;
          record_name?: string | null;
          table_name: string;
        };
        Update: {
          action?: string;
          actor_email?: string | null;
          actor_id?: string | null;
          after?: Json | null;
          before?: Json | null;
          changes?: never;
          columns?: string[];
          id?: never;
          occurred_at?: string;
          record_id?: string | null;
          record_name?: string | null;
          table_name?: string;
        };
        Relationships: [];
      };
      backup_runs: {
        Row: {
          bytes: number | null;
          due_at: string;
          failure: string | null;
          file_name: string | null;
          finished_at: string | null;
          id: string;
          started_at: string;
        };
        ComputedFields: never;
        Insert: {
          bytes?: number | null;
          due_at: string;
          failure?: string | null;
          file_name?: string | null;
          finished_at?: string | null;
          id?: string;
          started_at?: string;
        };
        Update: {
          bytes?: number | null;
          due_at?: string;
          failure?: string | null;
          file_name?: string | null;
          finished_at?: string | null;
          id?: string;
          started_at?: string;
        };
        Relationships: [];
      };
      blog_post_slug_history: {
        Row: {
          created_at: string;
          id: string;
          post_id: string;
          slug: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          post_id: string;
          slug: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          post_id?: string;
          slug?: string;
        };
        Relationships: [];
      };
      blog_posts: {
        Row: {
          author: string;
          content: string;
          created_at: string;
          excerpt: string | null;
          featured_image: string | null;
          id: string;
          is_published: boolean;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          author: string;
          content: string;
          created_at?: string;
          excerpt?: string | null;
          featured_image?: string | null;
          id?: string;
          is_published?: boolean;
          published_at?: string | null;
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          author?: string;
          content?: string;
          created_at?: string;
          excerpt?: string | null;
          featured_image?: string | null;
          id?: string;
          is_published?: boolean;
          published_at?: string | null;
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      business_settings: {
        Row: {
          accent_color: string | null;
          address: string | null;
          business_name: string;
          created_at: string;
          email: string | null;
          facebook_url: string | null;
          faq: NonNullable<Json>;
          hours: Json | null;
          id: string;
          instagram_url: string | null;
          latitude: number | null;
          lists_more_pages: boolean;
          logo_height: number | null;
          logo_image: string | null;
          logo_width: number | null;
          longitude: number | null;
          payment_methods: string | null;
          people: NonNullable<Json>;
          phone: string | null;
          price_includes: string | null;
          privacy_checked_on: string | null;
          retention_months: number | null;
          service_area: string | null;
          service_images: NonNullable<Json>;
          service_links: NonNullable<Json>;
          service_texts: NonNullable<Json>;
          shown_services: string[] | null;
          site_texts: NonNullable<Json>;
          social_urls: NonNullable<Json>;
          trust_texts: NonNullable<Json>;
          typefaces: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          accent_color?: string | null;
          address?: string | null;
          business_name: string;
          created_at?: string;
          email?: string | null;
          facebook_url?: string | null;
          faq?: NonNullable<Json>;
          hours?: Json | null;
          id?: string;
          instagram_url?: string | null;
          latitude?: number | null;
          lists_more_pages?: boolean;
          logo_height?: number | null;
          logo_image?: string | null;
          logo_width?: number | null;
          longitude?: number | null;
          payment_methods?: string | null;
          people?: NonNullable<Json>;
          phone?: string | null;
          price_includes?: string | null;
          privacy_checked_on?: string | null;
          retention_months?: number | null;
          service_area?: string | null;
          service_images?: NonNullable<Json>;
          service_links?: NonNullable<Json>;
          service_texts?: NonNullable<Json>;
          shown_services?: string[] | null;
          site_texts?: NonNullable<Json>;
          social_urls?: NonNullable<Json>;
          trust_texts?: NonNullable<Json>;
          typefaces?: string | null;
          updated_at?: string;
        };
        Update: {
          accent_color?: string | null;
          address?: string | null;
          business_name?: string;
          created_at?: string;
          email?: string | null;
          facebook_url?: string | null;
          faq?: NonNullable<Json>;
          hours?: Json | null;
          id?: string;
          instagram_url?: string | null;
          latitude?: number | null;
          lists_more_pages?: boolean;
          logo_height?: number | null;
          logo_image?: string | null;
          logo_width?: number | null;
          longitude?: number | null;
          payment_methods?: string | null;
          people?: NonNullable<Json>;
          phone?: string | null;
          price_includes?: string | null;
          privacy_checked_on?: string | null;
          retention_months?: number | null;
          service_area?: string | null;
          service_images?: NonNullable<Json>;
          service_links?: NonNullable<Json>;
          service_texts?: NonNullable<Json>;
          shown_services?: string[] | null;
          site_texts?: NonNullable<Json>;
          social_urls?: NonNullable<Json>;
          trust_texts?: NonNullable<Json>;
          typefaces?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      contact_submissions: {
        Row: {
          contact_preference: string | null;
          created_at: string;
          email: string;
          id: string;
          is_spam: boolean;
          location: string | null;
          message: string;
          message_order: string;
          name: string;
          name_order: string;
          phone: string | null;
          reference: string;
          search_text: string;
          spam_reasons: string[];
          status: string;
          subject: string | null;
          subject_order: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          contact_preference?: string | null;
          created_at?: string;
          email: string;
          id?: string;
          is_spam?: boolean;
          location?: string | null;
          message: string;
          message_order?: string;
          name: string;
          name_order?: string;
          phone?: string | null;
          reference?: string;
          search_text?: string;
          spam_reasons?: string[];
          status?: string;
          subject?: string | null;
          subject_order?: string | null;
          updated_at?: string;
        };
        Update: {
          contact_preference?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          is_spam?: boolean;
          location?: string | null;
          message?: string;
          message_order?: string;
          name?: string;
          name_order?: string;
          phone?: string | null;
          reference?: string;
          search_text?: string;
          spam_reasons?: string[];
          status?: string;
          subject?: string | null;
          subject_order?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      daily_visits: {
        Row: {
          day: string;
          kind: string;
          name: string;
          views: number;
        };
        ComputedFields: never;
        Insert: {
          day: string;
          kind: string;
          name: string;
          views: number;
        };
        Update: {
          day?: string;
          kind?: string;
          name?: string;
          views?: number;
        };
        Relationships: [];
      };
      deleted_records: {
        Row: {
          actor_email: string | null;
          actor_id: string | null;
          deleted_at: string;
          emails: string[];
          id: string;
          is_demonstration: boolean;
          quote_ids: string[];
          record: NonNullable<Json>;
          record_created_at: string | null;
          record_id: string;
          record_name: string;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          actor_email?: string | null;
          actor_id?: string | null;
          deleted_at?: string;
          emails?: string[];
          id?: string;
          is_demonstration?: boolean;
          quote_ids?: string[];
          record: NonNullable<Json>;
          record_created_at?: string | null;
          record_id: string;
          record_name?: string;
          table_name: string;
        };
        Update: {
          actor_email?: string | null;
          actor_id?: string | null;
          deleted_at?: string;
          emails?: string[];
          id?: string;
          is_demonstration?: boolean;
          quote_ids?: string[];
          record?: NonNullable<Json>;
          record_created_at?: string | null;
          record_id?: string;
          record_name?: string;
          table_name?: string;
        };
        Relationships: [];
      };
      designer_settings: {
        Row: {
          color_card: NonNullable<Json>;
          created_at: string;
          delivery_places: NonNullable<Json>;
          framing: Json | null;
          ground_snow_kpa: number | null;
          hints: NonNullable<Json>;
          id: string;
          max_snow_load_kpa: number | null;
          max_width_ft: number | null;
          price_visibility: string;
          rain_kpa: number | null;
          range_above_percent: number;
          range_below_percent: number;
          snow_checked_on: string | null;
          trailer_deck_m: number | null;
          updated_at: string;
          withdrawn_options: string[];
          zoning: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          color_card?: NonNullable<Json>;
          created_at?: string;
          delivery_places?: NonNullable<Json>;
          framing?: Json | null;
          ground_snow_kpa?: number | null;
          hints?: NonNullable<Json>;
          id?: string;
          max_snow_load_kpa?: number | null;
          max_width_ft?: number | null;
          price_visibility?: string;
          rain_kpa?: number | null;
          range_above_percent?: number;
          range_below_percent?: number;
          snow_checked_on?: string | null;
          trailer_deck_m?: number | null;
          updated_at?: string;
          withdrawn_options?: string[];
          zoning?: NonNullable<Json>;
        };
        Update: {
          color_card?: NonNullable<Json>;
          created_at?: string;
          delivery_places?: NonNullable<Json>;
          framing?: Json | null;
          ground_snow_kpa?: number | null;
          hints?: NonNullable<Json>;
          id?: string;
          max_snow_load_kpa?: number | null;
          max_width_ft?: number | null;
          price_visibility?: string;
          rain_kpa?: number | null;
          range_above_percent?: number;
          range_below_percent?: number;
          snow_checked_on?: string | null;
          trailer_deck_m?: number | null;
          updated_at?: string;
          withdrawn_options?: string[];
          zoning?: NonNullable<Json>;
        };
        Relationships: [];
      };
      former_values: {
        Row: {
          after: NonNullable<Json>;
          audit_entry_id: number;
          before: NonNullable<Json>;
          emails: string[];
          record_id: string;
          replaced_at: string;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          after: NonNullable<Json>;
          audit_entry_id: number;
          before: NonNullable<Json>;
          emails?: string[];
          record_id: string;
          replaced_at?: string;
          table_name: string;
        };
        Update: {
          after?: NonNullable<Json>;
          audit_entry_id?: number;
          before?: NonNullable<Json>;
          emails?: string[];
          record_id?: string;
          replaced_at?: string;
          table_name?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'former_values_audit_entry_id_fkey';
            columns: ['audit_entry_id'];
            isOneToOne: true;
            referencedRelation: 'audit_entries';
            referencedColumns: ['id'];
          },
        ];
      };
      home_content: {
        Row: {
          content: string | null;
          created_at: string;
          cta_link: string | null;
          cta_text: string | null;
          id: string;
          image_url: string | null;
          is_active: boolean;
          section_name: string;
          subtitle: string | null;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          content?: string | null;
          created_at?: string;
          cta_link?: string | null;
          cta_text?: string | null;
          id?: string;
          image_url?: string | null;
          is_active?: boolean;
          section_name: string;
          subtitle?: string | null;
          title: string;
          updated_at?: string;
        };
        Update: {
          content?: string | null;
          created_at?: string;
          cta_link?: string | null;
          cta_text?: string | null;
          id?: string;
          image_url?: string | null;
          is_active?: boolean;
          section_name?: string;
          subtitle?: string | null;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      image_alt_texts: {
        Row: {
          alt: string;
          focal_x: number | null;
          focal_y: number | null;
          path: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          alt?: string;
          focal_x?: number | null;
          focal_y?: number | null;
          path: string;
          updated_at?: string;
        };
        Update: {
          alt?: string;
          focal_x?: number | null;
          focal_y?: number | null;
          path?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      list_entries: {
        Row: {
          created_at: string;
          id: string;
          list: string;
          name: string;
          order_index: number | null;
          swatch: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          list: string;
          name: string;
          order_index?: number | null;
          swatch?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          list?: string;
          name?: string;
          order_index?: number | null;
          swatch?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      marketing_consents: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          requested_by: string;
          source: string;
          withdrawn_at: string | null;
          wording: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          requested_by?: string;
          source: string;
          withdrawn_at?: string | null;
          wording: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          requested_by?: string;
          source?: string;
          withdrawn_at?: string | null;
          wording?: string;
        };
        Relationships: [];
      };
      missing_pages: {
        Row: {
          hits: number;
          last_on: string;
          path: string;
          referrer_host: string | null;
        };
        ComputedFields: never;
        Insert: {
          hits?: number;
          last_on?: string;
          path: string;
          referrer_host?: string | null;
        };
        Update: {
          hits?: number;
          last_on?: string;
          path?: string;
          referrer_host?: string | null;
        };
        Relationships: [];
      };
      own_pages: {
        Row: {
          content: string;
          created_at: string;
          description: string | null;
          id: string;
          in_footer: boolean;
          in_menu: boolean;
          is_published: boolean;
          order_index: number;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          content: string;
          created_at?: string;
          description?: string | null;
          id?: string;
          in_footer?: boolean;
          in_menu?: boolean;
          is_published?: boolean;
          order_index?: number;
          published_at?: string | null;
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          description?: string | null;
          id?: string;
          in_footer?: boolean;
          in_menu?: boolean;
          is_published?: boolean;
          order_index?: number;
          published_at?: string | null;
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      past_projects: {
        Row: {
          after_image: string | null;
          before_image: string | null;
          completion_date: string | null;
          created_at: string;
          description: string | null;
          id: string;
          images: string[];
          is_active: boolean;
          is_featured: boolean;
          location: string | null;
          order_index: number | null;
          project_type: string;
          published_at: string | null;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          after_image?: string | null;
          before_image?: string | null;
          completion_date?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          images?: string[];
          is_active?: boolean;
          is_featured?: boolean;
          location?: string | null;
          order_index?: number | null;
          project_type: string;
          published_at?: string | null;
          title: string;
          updated_at?: string;
        };
        Update: {
          after_image?: string | null;
          before_image?: string | null;
          completion_date?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          images?: string[];
          is_active?: boolean;
          is_featured?: boolean;
          location?: string | null;
          order_index?: number | null;
          project_type?: string;
          published_at?: string | null;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      price_lists: {
        Row: {
          costs: NonNullable<Json>;
          created_at: string;
          id: string;
          note: string;
          prices: NonNullable<Json>;
          published_at: string | null;
          published_by: string | null;
          published_by_email: string | null;
          updated_at: string;
          version: number | null;
        };
        ComputedFields: never;
        Insert: {
          costs?: NonNullable<Json>;
          created_at?: string;
          id?: string;
          note?: string;
          prices: NonNullable<Json>;
          published_at?: string | null;
          published_by?: string | null;
          published_by_email?: string | null;
          updated_at?: string;
          version?: number | null;
        };
        Update: {
          costs?: NonNullable<Json>;
          created_at?: string;
          id?: string;
          note?: string;
          prices?: NonNullable<Json>;
          published_at?: string | null;
          published_by?: string | null;
          published_by_email?: string | null;
          updated_at?: string;
          version?: number | null;
        };
        Relationships: [];
      };
      quote_acceptances: {
        Row: {
          accepted_at: string;
          agreement: string;
          agreement_sha256: string;
          attempt: string;
          channel: string;
          event_hash: string;
          id: string;
          quote_id: string;
          selection: NonNullable<Json>;
          totals: NonNullable<Json>;
          version: number;
          version_id: string;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string;
          agreement: string;
          agreement_sha256: string;
          attempt: string;
          channel: string;
          event_hash: string;
          id?: string;
          quote_id: string;
          selection: NonNullable<Json>;
          totals: NonNullable<Json>;
          version: number;
          version_id: string;
        };
        Update: {
          accepted_at?: string;
          agreement?: string;
          agreement_sha256?: string;
          attempt?: string;
          channel?: string;
          event_hash?: string;
          id?: string;
          quote_id?: string;
          selection?: NonNullable<Json>;
          totals?: NonNullable<Json>;
          version?: number;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_acceptances_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quote_acceptances_version_id_fkey';
            columns: ['version_id'];
            isOneToOne: true;
            referencedRelation: 'quote_versions';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_documents: {
        Row: {
          attempts: number;
          claimed_at: string | null;
          created_at: string;
          id: string;
          path: string | null;
          quote_id: string;
          sha256: string | null;
          status: string;
          stored_at: string | null;
          type: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          claimed_at?: string | null;
          created_at?: string;
          id?: string;
          path?: string | null;
          quote_id: string;
          sha256?: string | null;
          status?: string;
          stored_at?: string | null;
          type: string;
          version: number;
        };
        Update: {
          attempts?: number;
          claimed_at?: string | null;
          created_at?: string;
          id?: string;
          path?: string | null;
          quote_id?: string;
          sha256?: string | null;
          status?: string;
          stored_at?: string | null;
          type?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_documents_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_event_details: {
        Row: {
          event_id: string;
          field: string;
          id: string;
          quote_id: string;
          salt: string | null;
          value: string | null;
        };
        ComputedFields: never;
        Insert: {
          event_id: string;
          field: string;
          id?: string;
          quote_id: string;
          salt?: string | null;
          value?: string | null;
        };
        Update: {
          event_id?: string;
          field?: string;
          id?: string;
          quote_id?: string;
          salt?: string | null;
          value?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_event_details_event_id_fkey';
            columns: ['event_id'];
            isOneToOne: false;
            referencedRelation: 'quote_events';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quote_event_details_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_events: {
        Row: {
          entry: string;
          hash: string;
          id: string;
          occurred_at: string;
          previous_hash: string;
          quote_id: string;
          sequence: number;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          entry: string;
          hash: string;
          id?: string;
          occurred_at: string;
          previous_hash: string;
          quote_id: string;
          sequence: number;
          type: string;
        };
        Update: {
          entry?: string;
          hash?: string;
          id?: string;
          occurred_at?: string;
          previous_hash?: string;
          quote_id?: string;
          sequence?: number;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_events_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_messages: {
        Row: {
          author: string;
          body: string | null;
          created_at: string;
          id: string;
          quote_id: string;
          type: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          author: string;
          body?: string | null;
          created_at?: string;
          id: string;
          quote_id: string;
          type: string;
          version: number;
        };
        Update: {
          author?: string;
          body?: string | null;
          created_at?: string;
          id?: string;
          quote_id?: string;
          type?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_messages_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_payments: {
        Row: {
          amount_cents: number;
          created_at: string;
          id: string;
          method: string;
          note: string;
          paid_on: string;
          quote_id: string;
        };
        ComputedFields: never;
        Insert: {
          amount_cents: number;
          created_at?: string;
          id: string;
          method: string;
          note?: string;
          paid_on: string;
          quote_id: string;
        };
        Update: {
          amount_cents?: number;
          created_at?: string;
          id?: string;
          method?: string;
          note?: string;
          paid_on?: string;
          quote_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_payments_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_reminders: {
        Row: {
          body: string;
          due_at: string;
          id: string;
          position: number;
          queued_at: string | null;
          quote_id: string;
          status: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          body?: string;
          due_at: string;
          id?: string;
          position: number;
          queued_at?: string | null;
          quote_id: string;
          status?: string;
          updated_at?: string;
          version: number;
        };
        Update: {
          body?: string;
          due_at?: string;
          id?: string;
          position?: number;
          queued_at?: string | null;
          quote_id?: string;
          status?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_reminders_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_requests: {
        Row: {
          additions: NonNullable<Json>;
          budget_order: number | null;
          budget_range: string | null;
          color: string | null;
          contact_preference: string | null;
          created_at: string;
          custom_message: string | null;
          customer_name: string;
          delivery_km: number | null;
          description: string;
          design: Json | null;
          design_price: Json | null;
          email: string;
          id: string;
          inspiration_images: string[];
          is_spam: boolean;
          location: string | null;
          material_type: string | null;
          name_order: string;
          notes: string | null;
          phone: string | null;
          price_basis: string | null;
          project_type: string;
          reference: string;
          search_text: string;
          shed_id: string | null;
          shed_style: string | null;
          size: string | null;
          size_order: number | null;
          spam_reasons: string[];
          status: string;
          timeline: string | null;
          unread_at: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          additions?: NonNullable<Json>;
          budget_order?: number | null;
          budget_range?: string | null;
          color?: string | null;
          contact_preference?: string | null;
          created_at?: string;
          custom_message?: string | null;
          customer_name: string;
          delivery_km?: number | null;
          description: string;
          design?: Json | null;
          design_price?: Json | null;
          email: string;
          id?: string;
          inspiration_images?: string[];
          is_spam?: boolean;
          location?: string | null;
          material_type?: string | null;
          name_order?: string;
          notes?: string | null;
          phone?: string | null;
          price_basis?: string | null;
          project_type: string;
          reference?: string;
          search_text?: string;
          shed_id?: string | null;
          shed_style?: string | null;
          size?: string | null;
          size_order?: number | null;
          spam_reasons?: string[];
          status?: string;
          timeline?: string | null;
          unread_at?: string | null;
          updated_at?: string;
        };
        Update: {
          additions?: NonNullable<Json>;
          budget_order?: number | null;
          budget_range?: string | null;
          color?: string | null;
          contact_preference?: string | null;
          created_at?: string;
          custom_message?: string | null;
          customer_name?: string;
          delivery_km?: number | null;
          description?: string;
          design?: Json | null;
          design_price?: Json | null;
          email?: string;
          id?: string;
          inspiration_images?: string[];
          is_spam?: boolean;
          location?: string | null;
          material_type?: string | null;
          name_order?: string;
          notes?: string | null;
          phone?: string | null;
          price_basis?: string | null;
          project_type?: string;
          reference?: string;
          search_text?: string;
          shed_id?: string | null;
          shed_style?: string | null;
          size?: string | null;
          size_order?: number | null;
          spam_reasons?: string[];
          status?: string;
          timeline?: string | null;
          unread_at?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      quote_settings: {
        Row: {
          bookkeeping_years: number;
          consent_sentence: string;
          created_at: string;
          defaults: NonNullable<Json>;
          id: string;
          legal_name: string;
          reminder_days: number[];
          reminder_text: string;
          updated_at: string;
          valid_days: number | null;
        };
        ComputedFields: never;
        Insert: {
          bookkeeping_years?: number;
          consent_sentence?: string;
          created_at?: string;
          defaults?: NonNullable<Json>;
          id?: string;
          legal_name?: string;
          reminder_days?: number[];
          reminder_text?: string;
          updated_at?: string;
          valid_days?: number | null;
        };
        Update: {
          bookkeeping_years?: number;
          consent_sentence?: string;
          created_at?: string;
          defaults?: NonNullable<Json>;
          id?: string;
          legal_name?: string;
          reminder_days?: number[];
          reminder_text?: string;
          updated_at?: string;
          valid_days?: number | null;
        };
        Relationships: [];
      };
      quote_stages: {
        Row: {
          created_at: string;
          id: string;
          images: string[];
          note: string;
          quote_id: string;
          reached_on: string;
          stage: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          images?: string[];
          note?: string;
          quote_id: string;
          reached_on: string;
          stage: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          images?: string[];
          note?: string;
          quote_id?: string;
          reached_on?: string;
          stage?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_stages_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_templates: {
        Row: {
          content: NonNullable<Json>;
          created_at: string;
          id: string;
          name: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          content: NonNullable<Json>;
          created_at?: string;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          content?: NonNullable<Json>;
          created_at?: string;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      quote_versions: {
        Row: {
          content: NonNullable<Json>;
          created_at: string;
          document: string | null;
          document_sha256: string;
          id: string;
          quote_id: string;
          selection: Json | null;
          totals: NonNullable<Json>;
          valid_until: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content: NonNullable<Json>;
          created_at?: string;
          document?: string | null;
          document_sha256: string;
          id?: string;
          quote_id: string;
          selection?: Json | null;
          totals: NonNullable<Json>;
          valid_until: string;
          version: number;
        };
        Update: {
          content?: NonNullable<Json>;
          created_at?: string;
          document?: string | null;
          document_sha256?: string;
          id?: string;
          quote_id?: string;
          selection?: Json | null;
          totals?: NonNullable<Json>;
          valid_until?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_versions_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quotes: {
        Row: {
          accepted_at: string | null;
          accepted_version: number | null;
          agreed_cents: number | null;
          agreed_version: number | null;
          content: NonNullable<Json>;
          created_at: string;
          customer_address: string | null;
          customer_email: string | null;
          customer_name: string;
          customer_phone: string | null;
          decline_reason: string | null;
          erased_at: string | null;
          first_sent_at: string | null;
          id: string;
          lapsed_as: string | null;
          number: string | null;
          offered_cents: number | null;
          question_at: string | null;
          quote_request_id: string | null;
          reminders_stopped_at: string | null;
          review_asked_at: string | null;
          review_id: string | null;
          search_text: string;
          selection: Json | null;
          sent_at: string | null;
          state: string;
          state_before_expiry: string | null;
          title: string | null;
          total_cents: number | null;
          unread_at: string | null;
          updated_at: string;
          valid_until: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string | null;
          accepted_version?: number | null;
          agreed_cents?: number | null;
          agreed_version?: number | null;
          content: NonNullable<Json>;
          created_at?: string;
          customer_address?: string | null;
          customer_email?: string | null;
          customer_name?: string;
          customer_phone?: string | null;
          decline_reason?: string | null;
          erased_at?: string | null;
          first_sent_at?: string | null;
          id?: string;
          lapsed_as?: string | null;
          number?: string | null;
          offered_cents?: number | null;
          question_at?: string | null;
          quote_request_id?: string | null;
          reminders_stopped_at?: string | null;
          review_asked_at?: string | null;
          review_id?: string | null;
          search_text?: never;
          selection?: Json | null;
          sent_at?: string | null;
          state?: string;
          state_before_expiry?: string | null;
          title?: never;
          total_cents?: never;
          unread_at?: string | null;
          updated_at?: string;
          valid_until?: string | null;
          version?: number;
        };
        Update: {
          accepted_at?: string | null;
          accepted_version?: number | null;
          agreed_cents?: number | null;
          agreed_version?: number | null;
          content?: NonNullable<Json>;
          created_at?: string;
          customer_address?: string | null;
          customer_email?: string | null;
          customer_name?: string;
          customer_phone?: string | null;
          decline_reason?: string | null;
          erased_at?: string | null;
          first_sent_at?: string | null;
          id?: string;
          lapsed_as?: string | null;
          number?: string | null;
          offered_cents?: number | null;
          question_at?: string | null;
          quote_request_id?: string | null;
          reminders_stopped_at?: string | null;
          review_asked_at?: string | null;
          review_id?: string | null;
          search_text?: never;
          selection?: Json | null;
          sent_at?: string | null;
          state?: string;
          state_before_expiry?: string | null;
          title?: never;
          total_cents?: never;
          unread_at?: string | null;
          updated_at?: string;
          valid_until?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'quotes_quote_request_id_fkey';
            columns: ['quote_request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
        ];
      };
      redirects: {
        Row: {
          created_at: string;
          from_path: string;
          id: string;
          to_url: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          from_path: string;
          id?: string;
          to_url: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          from_path?: string;
          id?: string;
          to_url?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      retention_runs: {
        Row: {
          contact_submissions: number;
          errors: number;
          finished_at: string | null;
          id: string;
          images: number;
          marketing_consents: number;
          quote_requests: number;
          quotes: number;
          removed_before: string;
          retention_months: number;
          skipped: boolean;
          started_at: string;
        };
        ComputedFields: never;
        Insert: {
          contact_submissions?: number;
          errors?: number;
          finished_at?: string | null;
          id?: string;
          images?: number;
          marketing_consents?: number;
          quote_requests?: number;
          quotes?: number;
          removed_before: string;
          retention_months: number;
          skipped?: boolean;
          started_at?: string;
        };
        Update: {
          contact_submissions?: number;
          errors?: number;
          finished_at?: string | null;
          id?: string;
          images?: number;
          marketing_consents?: number;
          quote_requests?: number;
          quotes?: number;
          removed_before?: string;
          retention_months?: number;
          skipped?: boolean;
          started_at?: string;
        };
        Relationships: [];
      };
      reviews: {
        Row: {
          created_at: string;
          customer_name: string;
          id: string;
          image: string | null;
          is_approved: boolean;
          is_featured: boolean;
          project_type: string | null;
          rating: number;
          review_text: string;
          reviewed_on: string | null;
          sent_by_customer: boolean;
          source_url: string | null;
          town: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          customer_name: string;
          id?: string;
          image?: string | null;
          is_approved?: boolean;
          is_featured?: boolean;
          project_type?: string | null;
          rating: number;
          review_text: string;
          reviewed_on?: string | null;
          sent_by_customer?: boolean;
          source_url?: string | null;
          town?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          customer_name?: string;
          id?: string;
          image?: string | null;
          is_approved?: boolean;
          is_featured?: boolean;
          project_type?: string | null;
          rating?: number;
          review_text?: string;
          reviewed_on?: string | null;
          sent_by_customer?: boolean;
          source_url?: string | null;
          town?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      shed_listings: {
        Row: {
          color: string;
          created_at: string;
          description: string | null;
          design: Json | null;
          floor_area: number | null;
          id: string;
          images: string[];
          is_active: boolean;
          is_featured: boolean;
          material_type: string;
          order_index: number | null;
          price: number | null;
          published_at: string | null;
          shed_style: string;
          size: string;
          size_group: string;
          specifications: NonNullable<Json>;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          color: string;
          created_at?: string;
          description?: string | null;
          design?: Json | null;
          floor_area?: number | null;
          id?: string;
          images?: string[];
          is_active?: boolean;
          is_featured?: boolean;
          material_type: string;
          order_index?: number | null;
          price?: number | null;
          published_at?: string | null;
          shed_style: string;
          size: string;
          size_group?: string;
          specifications?: NonNullable<Json>;
          title: string;
          updated_at?: string;
        };
        Update: {
          color?: string;
          created_at?: string;
          description?: string | null;
          design?: Json | null;
          floor_area?: number | null;
          id?: string;
          images?: string[];
          is_active?: boolean;
          is_featured?: boolean;
          material_type?: string;
          order_index?: number | null;
          price?: number | null;
          published_at?: string | null;
          shed_style?: string;
          size?: string;
          size_group?: string;
          specifications?: NonNullable<Json>;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      site_pages: {
        Row: {
          content: string;
          created_at: string;
          id: string;
          slug: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          content: string;
          created_at?: string;
          id?: string;
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          id?: string;
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      staff: {
        Row: {
          created_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      tax_settings: {
        Row: {
          created_at: string;
          hst_basis_points: number;
          hst_charged: boolean;
          hst_number: string;
          hst_number_shown: boolean;
          id: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          hst_basis_points?: number;
          hst_charged?: boolean;
          hst_number?: string;
          hst_number_shown?: boolean;
          id?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          hst_basis_points?: number;
          hst_charged?: boolean;
          hst_number?: string;
          hst_number_shown?: boolean;
          id?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      video_carousel: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          is_active: boolean;
          order_index: number;
          thumbnail_url: string | null;
          title: string;
          updated_at: string;
          video_url: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          is_active?: boolean;
          order_index?: number;
          thumbnail_url?: string | null;
          title: string;
          updated_at?: string;
          video_url: string;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          is_active?: boolean;
          order_index?: number;
          thumbnail_url?: string | null;
          title?: string;
          updated_at?: string;
          video_url?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_quote: {
        Args: {
          agreement_sha256: string;
          attempt: string;
          consent: string;
          customer_name: string;
          selection: Json;
          shown_version: number;
          token: string;
        };
        Returns: Json;
      };
      add_to_quote_request: {
        Args: { addition_id: string; details: string; images: string[]; token: string };
        Returns: Json;
      };
      adjust_quote_estimate: {
        Args: { expected_cents: number; quote_id: string; read_version: string };
        Returns: Json;
      };
      answer_quote_message: {
        Args: { asked_at?: string; body: string; message_id: string; quote_id: string };
        Returns: Json;
      };
      ask_for_review: { Args: { mail_id: string; quote_id: string }; Returns: Json };
      begin_daily_sweep: { Args: Record<PropertyKey, never>; Returns: boolean };
      begin_retention_run: { Args: { caller_clock: string }; Returns: Json };
      change_shed_prices: { Args: { changes: Json }; Returns: string[] };
      choose_quote_options: {
        Args: { selection: Json; shown_version: number; token: string };
        Returns: Json;
      };
      claim_due_mails: { Args: { lifetime_seconds: number; max_mails: number }; Returns: Json };
      claim_mails_for: { Args: { enquiry_ids: string[]; lifetime_seconds: number }; Returns: Json };
      claim_quote_document: { Args: Record<PropertyKey, never>; Returns: Json };
      complete_quote_mail: {
        Args: { document_sha256?: string; mail_id: string; server_response: string };
        Returns: boolean;
      };
      count_contact_submissions: {
        Args: { patterns: string[] };
        Returns: {
          is_spam: boolean;
          rows: number;
          status: string;
        }[];
      };
      count_list_entry_uses: { Args: { entry_id: string }; Returns: Json };
      count_quote_requests: {
        Args: { patterns: string[] };
        Returns: {
          is_spam: boolean;
          rows: number;
          status: string;
        }[];
      };
      count_quotes: { Args: { patterns: string[] }; Returns: Json };
      count_unsent_mails: { Args: Record<PropertyKey, never>; Returns: number };
      count_visits: {
        Args: { counts: string; signature: string; signed_at: string };
        Returns: boolean;
      };
      create_page_preview: { Args: { page_id: string }; Returns: string };
      create_quote_link: { Args: { quote_id: string }; Returns: Json };
      create_request_from_message: {
        Args: { message_id: string; project_type: string; request_id?: string };
        Returns: string;
      };
      create_request_link: { Args: { lease_id: string; mail_id: string }; Returns: Json };
      decline_quote: {
        Args: { reason: string; shown_version: number; token: string };
        Returns: Json;
      };
      erase_enquiries: { Args: { enquiry_table: string; record_ids: string[] }; Returns: number };
      erase_old_quotes: { Args: { removed_before: string }; Returns: number };
      erase_quotes: { Args: { person_email: string }; Returns: Json };
      extend_quote: { Args: { quote_id: string; until_day: string }; Returns: Json };
      find_blog_posts: {
        Args: { patterns: string[] };
        Returns: {
          author: string;
          content: string;
          created_at: string;
          excerpt: string | null;
          featured_image: string | null;
          id: string;
          is_published: boolean;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'blog_posts';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      find_own_pages: {
        Args: { patterns: string[] };
        Returns: {
          content: string;
          created_at: string;
          description: string | null;
          id: string;
          in_footer: boolean;
          in_menu: boolean;
          is_published: boolean;
          order_index: number;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'own_pages';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      find_past_projects: {
        Args: { patterns: string[] };
        Returns: {
          after_image: string | null;
          before_image: string | null;
          completion_date: string | null;
          created_at: string;
          description: string | null;
          id: string;
          images: string[];
          is_active: boolean;
          is_featured: boolean;
          location: string | null;
          order_index: number | null;
          project_type: string;
          published_at: string | null;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'past_projects';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      find_quote_document: { Args: { document_type: string; token: string }; Returns: Json };
      find_reviews: {
        Args: { patterns: string[] };
        Returns: {
          created_at: string;
          customer_name: string;
          id: string;
          image: string | null;
          is_approved: boolean;
          is_featured: boolean;
          project_type: string | null;
          rating: number;
          review_text: string;
          reviewed_on: string | null;
          sent_by_customer: boolean;
          source_url: string | null;
          town: string | null;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'reviews';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      find_shed_listings: {
        Args: { patterns: string[] };
        Returns: {
          color: string;
          created_at: string;
          description: string | null;
          design: Json | null;
          floor_area: number | null;
          id: string;
          images: string[];
          is_active: boolean;
          is_featured: boolean;
          material_type: string;
          order_index: number | null;
          price: number | null;
          published_at: string | null;
          shed_style: string;
          size: string;
          size_group: string;
          specifications: NonNullable<Json>;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shed_listings';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      finish_daily_sweep: { Args: Record<PropertyKey, never>; Returns: undefined };
      forget_deleted_records: { Args: { deleted_ids: string[] }; Returns: number };
      forget_quote_files: { Args: { paths: string[] }; Returns: number };
      get_delivery_price: { Args: { distance_km: number }; Returns: number };
      get_free_delivery_km: { Args: Record<PropertyKey, never>; Returns: number };
      get_image_alt_texts: { Args: { paths: string[] }; Returns: Json };
      get_personal_data: { Args: { person_email: string }; Returns: Json };
      get_shown_hst_number: { Args: Record<PropertyKey, never>; Returns: string };
      get_steady_time: { Args: Record<PropertyKey, never>; Returns: string };
      has_demonstration_content: { Args: Record<PropertyKey, never>; Returns: boolean };
      list_approved_reviews: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          customer_name: string;
          id: string;
          image: string | null;
          is_approved: boolean;
          is_featured: boolean;
          project_type: string | null;
          rating: number;
          review_text: string;
          reviewed_on: string | null;
          sent_by_customer: boolean;
          source_url: string | null;
          town: string | null;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'reviews';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      list_audit_actors: { Args: Record<PropertyKey, never>; Returns: Json };
      list_daily_visits: {
        Args: { first_day: string };
        Returns: {
          day: string;
          views: number;
        }[];
      };
      list_failed_confirmations: { Args: { enquiry_ids: string[] }; Returns: string[] };
      list_listing_funnels: { Args: { first_day: string; last_day: string }; Returns: Json };
      list_mails: {
        Args: { before_id?: string; before_time?: string; shown: string };
        Returns: {
          about: string;
          attempted_at: string;
          can_retry: boolean;
          created_at: string;
          detail: string;
          event: string;
          id: string;
          kind: string;
          next_attempt_at: string;
          reason: string;
          recipient: string;
          record_id: string;
          sent_at: string;
          status: string;
        }[];
      };
      list_unsent_mails: { Args: { enquiry_ids: string[] }; Returns: Json };
      list_unsent_quote_mails: { Args: Record<PropertyKey, never>; Returns: Json };
      list_unused_uploads: {
        Args: { among?: string[]; caller_clock: string; max_paths: number; min_hours: number };
        Returns: string[];
      };
      list_visits: {
        Args: { first_day: string; shown_kind: string };
        Returns: {
          name: string;
          title: string;
          views: number;
        }[];
      };
      mark_mail_failed: {
        Args: {
          error_detail: string;
          error_reason: string;
          is_final: boolean;
          lease_id: string;
          mail_id: string;
          retry_after_seconds: number;
        };
        Returns: boolean;
      };
      mark_mail_sent: { Args: { mail_id: string }; Returns: boolean };
      mark_quote_read: { Args: { quote_id: string; seen_at: string }; Returns: undefined };
      mark_request_read: { Args: { request_id: string; seen_at: string }; Returns: undefined };
      open_customer_review: { Args: { token: string }; Returns: Json };
      open_page_preview: {
        Args: { token: string };
        Returns: {
          content: string;
          created_at: string;
          description: string | null;
          id: string;
          in_footer: boolean;
          in_menu: boolean;
          is_published: boolean;
          order_index: number;
          published_at: string | null;
          slug: string;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'own_pages';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      open_quote: { Args: { before_message?: string; token: string }; Returns: Json };
      open_quote_request: { Args: { token: string }; Returns: Json };
      prepare_quote_mail: { Args: { lease_id: string; mail_id: string }; Returns: Json };
      preview_prices: {
        Args: { costs: Json; delivery_km?: number; designs: Json; prices: Json };
        Returns: Json;
      };
      price_choices: { Args: { choices: Json; delivery_km?: number; design: Json }; Returns: Json };
      price_design: { Args: { delivery_km?: number; design: Json }; Returns: Json };
      process_due_quotes: { Args: { caller_clock?: string }; Returns: Json };
      prune_audit_entries: { Args: { caller_clock: string }; Returns: number };
      prune_deleted_records: { Args: { caller_clock: string }; Returns: number };
      publish_price_list: {
        Args: { draft_id: string; read_version: string; reason: string };
        Returns: number;
      };
      put_back_demonstration: { Args: Record<PropertyKey, never>; Returns: number };
      put_back_record: { Args: { deleted_id: string }; Returns: string };
      put_back_values: { Args: { entry_id: number; seen?: string }; Returns: Json };
      queue_spam_digest: { Args: Record<PropertyKey, never>; Returns: boolean };
      queue_storage_warning: { Args: Record<PropertyKey, never>; Returns: boolean };
      queue_weekly_summary: { Args: Record<PropertyKey, never>; Returns: boolean };
      read_colleagues: {
        Args: Record<PropertyKey, never>;
        Returns: {
          added_at: string;
          drafts: string[];
          email: string;
          has_second_step: boolean;
          id: string;
          is_invited: boolean;
          last_sign_in_at: string;
        }[];
      };
      read_demonstration: { Args: Record<PropertyKey, never>; Returns: Json };
      read_spam_digest: { Args: { digest: string }; Returns: Json };
      read_weekly_summary: { Args: { mail_id: string }; Returns: Json };
      record_missing_pages: { Args: { pages: Json }; Returns: undefined };
      record_quote_acceptance: {
        Args: {
          accepted_version: number;
          attempt: string;
          customer_name: string;
          note: string;
          quote_id: string;
          selection: Json;
        };
        Returns: Json;
      };
      record_quote_payment: {
        Args: {
          amount_cents: number;
          is_deposit?: boolean;
          mail_id?: string;
          method: string;
          note: string;
          paid_on: string;
          payment_id: string;
          quote_id: string;
        };
        Returns: Json;
      };
      record_quote_stage: {
        Args: {
          images: string[];
          mail_id?: string;
          note: string;
          quote_id: string;
          reached_on: string;
          stage: string;
        };
        Returns: Json;
      };
      remove_demonstration: { Args: { with_edited: boolean }; Returns: Json };
      resend_quote: { Args: { quote_id: string }; Returns: Json };
      reset_second_step: { Args: { actor: string; colleague_email: string }; Returns: string };
      retry_failed_mails: { Args: { mail_id?: string }; Returns: number };
      retry_mail: { Args: { enquiry_id: string }; Returns: boolean };
      retry_quote_mails: { Args: { quote_id: string }; Returns: boolean };
      review_quote: {
        Args: { selection: Json; shown_version: number; token: string };
        Returns: Json;
      };
      revoke_quote_links: { Args: { quote_id: string }; Returns: Json };
      save_customer_review: {
        Args: {
          customer_name: string;
          image: string;
          rating: number;
          review_text: string;
          seen: string;
          token: string;
          town: string;
        };
        Returns: Json;
      };
      save_quote_reminder: {
        Args: { body: string; due_day: string; quote_id: string; reminder_id: string };
        Returns: Json;
      };
      send_quote: {
        Args: { expected_cents: number; quote_id: string; read_version: string };
        Returns: Json;
      };
      send_quote_message: {
        Args: { body: string; message_id: string; token: string; type: string };
        Returns: Json;
      };
      set_record_order: {
        Args: { ids: string[]; ids_before: string[]; record_table: string };
        Returns: undefined;
      };
      stop_quote_reminders: { Args: { token: string }; Returns: Json };
      store_quote_document: {
        Args: { document_id: string; document_path: string; document_sha256: string };
        Returns: Json;
      };
      summarize_visits: { Args: { first_day: string; last_day: string }; Returns: Json };
      take_rate_limit: {
        Args: { key: string; max_hits: number; window_seconds: number };
        Returns: boolean;
      };
      verify_quote: { Args: { quote_id: string }; Returns: Json };
      view_quote: { Args: { shown_version: number; token: string }; Returns: Json };
      withdraw_quote: { Args: { quote_id: string; reason: string }; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;

type TableName = keyof DefaultSchema['Tables'];

/** A row of the table as it is read. */
export type Row<Table extends TableName> = Tables<Table>;

/** A new row of the table. Columns with a default are optional. */
export type Insert<Table extends TableName> = TablesInsert<Table>;

/** A change to a row of the table. */
export type Update<Table extends TableName> = TablesUpdate<Table>;
