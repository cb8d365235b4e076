// Generated from supabase/migrations by scripts/database-types.ts. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      audit_entries: {
        Row: {
          id: number;
          occurred_at: string;
          actor_id: string | null;
          actor_email: string | null;
          table_name: string;
          record_id: string | null;
          record_name: string | null;
          action: string;
          columns: string[];
          before: Json | null;
          after: Json | null;
          changes: Json;
        };
        Insert: {
          id: number;
          occurred_at?: string;
          actor_id?: string | null;
          actor_email?: string | null;
          table_name: string;
          record_id?: string | null;
          record_name?: string | null;
          action: string;
          columns?: string[];
          before?: Json | null;
          after?: Json | null;
        };
        Update: {
          id?: number;
          occurred_at?: string;
          actor_id?: string | null;
          actor_email?: string | null;
          table_name?: string;
          record_id?: string | null;
          record_name?: string | null;
          action?: string;
          columns?: string[];
          before?: Json | null;
          after?: Json | null;
        };
        Relationships: [];
      };
      backup_runs: {
        Row: {
          id: string;
          due_at: string;
          started_at: string;
          finished_at: string | null;
          file_name: string | null;
          bytes: number | null;
          failure: string | null;
        };
        Insert: {
          id?: string;
          due_at: string;
          started_at?: string;
          finished_at?: string | null;
          file_name?: string | null;
          bytes?: number | null;
          failure?: string | null;
        };
        Update: {
          id?: string;
          due_at?: string;
          started_at?: string;
          finished_at?: string | null;
          file_name?: string | null;
          bytes?: number | null;
          failure?: string | null;
        };
        Relationships: [];
      };
      blog_post_slug_history: {
        Row: {
          id: string;
          slug: string;
          post_id: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          slug: string;
          post_id: string;
          created_at?: string;
        };
        Update: {
          id?: string;
          slug?: string;
          post_id?: string;
          created_at?: string;
        };
        Relationships: [];
      };
      blog_posts: {
        Row: {
          id: string;
          title: string;
          slug: string;
          excerpt: string | null;
          content: string;
          author: string;
          is_published: boolean;
          published_at: string | null;
          featured_image: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          slug: string;
          excerpt?: string | null;
          content: string;
          author: string;
          is_published?: boolean;
          published_at?: string | null;
          featured_image?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          slug?: string;
          excerpt?: string | null;
          content?: string;
          author?: string;
          is_published?: boolean;
          published_at?: string | null;
          featured_image?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      business_settings: {
        Row: {
          id: string;
          business_name: string;
          phone: string | null;
          email: string | null;
          address: string | null;
          hours: Json | null;
          facebook_url: string | null;
          instagram_url: string | null;
          latitude: number | null;
          longitude: number | null;
          retention_months: number | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          business_name: string;
          phone?: string | null;
          email?: string | null;
          address?: string | null;
          hours?: Json | null;
          facebook_url?: string | null;
          instagram_url?: string | null;
          latitude?: number | null;
          longitude?: number | null;
          retention_months?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          business_name?: string;
          phone?: string | null;
          email?: string | null;
          address?: string | null;
          hours?: Json | null;
          facebook_url?: string | null;
          instagram_url?: string | null;
          latitude?: number | null;
          longitude?: number | null;
          retention_months?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      contact_submissions: {
        Row: {
          id: string;
          name: string;
          email: string;
          phone: string | null;
          subject: string | null;
          message: string;
          status: string;
          is_spam: boolean;
          spam_reasons: string[];
          created_at: string;
          updated_at: string;
          search_text: string;
          name_order: string;
          subject_order: string | null;
          message_order: string;
        };
        Insert: {
          id?: string;
          name: string;
          email: string;
          phone?: string | null;
          subject?: string | null;
          message: string;
          status?: string;
          is_spam?: boolean;
          spam_reasons?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          name?: string;
          email?: string;
          phone?: string | null;
          subject?: string | null;
          message?: string;
          status?: string;
          is_spam?: boolean;
          spam_reasons?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      home_content: {
        Row: {
          id: string;
          section_name: string;
          title: string;
          subtitle: string | null;
          content: string | null;
          cta_text: string | null;
          cta_link: string | null;
          image_url: string | null;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          section_name: string;
          title: string;
          subtitle?: string | null;
          content?: string | null;
          cta_text?: string | null;
          cta_link?: string | null;
          image_url?: string | null;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          section_name?: string;
          title?: string;
          subtitle?: string | null;
          content?: string | null;
          cta_text?: string | null;
          cta_link?: string | null;
          image_url?: string | null;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      image_alt_texts: {
        Row: {
          path: string;
          alt: string;
          focal_x: number | null;
          focal_y: number | null;
          updated_at: string;
        };
        Insert: {
          path: string;
          alt?: string;
          focal_x?: number | null;
          focal_y?: number | null;
          updated_at?: string;
        };
        Update: {
          path?: string;
          alt?: string;
          focal_x?: number | null;
          focal_y?: number | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      marketing_consents: {
        Row: {
          id: string;
          email: string;
          wording: string;
          source: string;
          requested_by: string;
          created_at: string;
          withdrawn_at: string | null;
        };
        Insert: {
          id?: string;
          email: string;
          wording: string;
          source: string;
          requested_by?: string;
          created_at?: string;
          withdrawn_at?: string | null;
        };
        Update: {
          id?: string;
          email?: string;
          wording?: string;
          source?: string;
          requested_by?: string;
          created_at?: string;
          withdrawn_at?: string | null;
        };
        Relationships: [];
      };
      past_projects: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          project_type: string;
          location: string | null;
          completion_date: string | null;
          is_featured: boolean;
          images: string[];
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          project_type: string;
          location?: string | null;
          completion_date?: string | null;
          is_featured?: boolean;
          images?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string | null;
          project_type?: string;
          location?: string | null;
          completion_date?: string | null;
          is_featured?: boolean;
          images?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      quote_requests: {
        Row: {
          id: string;
          customer_name: string;
          email: string;
          phone: string | null;
          project_type: string;
          material_type: string | null;
          color: string | null;
          size: string | null;
          shed_style: string | null;
          description: string;
          budget_range: string | null;
          timeline: string | null;
          custom_message: string | null;
          inspiration_images: string[];
          status: string;
          notes: string | null;
          is_spam: boolean;
          spam_reasons: string[];
          created_at: string;
          updated_at: string;
          search_text: string;
          name_order: string;
          budget_order: number | null;
          size_order: number | null;
        };
        Insert: {
          id?: string;
          customer_name: string;
          email: string;
          phone?: string | null;
          project_type: string;
          material_type?: string | null;
          color?: string | null;
          size?: string | null;
          shed_style?: string | null;
          description: string;
          budget_range?: string | null;
          timeline?: string | null;
          custom_message?: string | null;
          inspiration_images?: string[];
          status?: string;
          notes?: string | null;
          is_spam?: boolean;
          spam_reasons?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          customer_name?: string;
          email?: string;
          phone?: string | null;
          project_type?: string;
          material_type?: string | null;
          color?: string | null;
          size?: string | null;
          shed_style?: string | null;
          description?: string;
          budget_range?: string | null;
          timeline?: string | null;
          custom_message?: string | null;
          inspiration_images?: string[];
          status?: string;
          notes?: string | null;
          is_spam?: boolean;
          spam_reasons?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      retention_runs: {
        Row: {
          id: string;
          started_at: string;
          finished_at: string | null;
          retention_months: number;
          removed_before: string;
          skipped: boolean;
          quote_requests: number;
          contact_submissions: number;
          marketing_consents: number;
          images: number;
          errors: number;
        };
        Insert: {
          id?: string;
          started_at?: string;
          finished_at?: string | null;
          retention_months: number;
          removed_before: string;
          skipped?: boolean;
          quote_requests?: number;
          contact_submissions?: number;
          marketing_consents?: number;
          images?: number;
          errors?: number;
        };
        Update: {
          id?: string;
          started_at?: string;
          finished_at?: string | null;
          retention_months?: number;
          removed_before?: string;
          skipped?: boolean;
          quote_requests?: number;
          contact_submissions?: number;
          marketing_consents?: number;
          images?: number;
          errors?: number;
        };
        Relationships: [];
      };
      reviews: {
        Row: {
          id: string;
          customer_name: string;
          rating: number;
          review_text: string;
          project_type: string | null;
          is_approved: boolean;
          is_featured: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          customer_name: string;
          rating: number;
          review_text: string;
          project_type?: string | null;
          is_approved?: boolean;
          is_featured?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          customer_name?: string;
          rating?: number;
          review_text?: string;
          project_type?: string | null;
          is_approved?: boolean;
          is_featured?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      shed_listings: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          material_type: string;
          color: string;
          size: string;
          shed_style: string;
          price: number | null;
          images: string[];
          is_active: boolean;
          is_featured: boolean;
          specifications: Json;
          created_at: string;
          updated_at: string;
          size_group: string;
          floor_area: number | null;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          material_type: string;
          color: string;
          size: string;
          shed_style: string;
          price?: number | null;
          images?: string[];
          is_active?: boolean;
          is_featured?: boolean;
          specifications?: Json;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string | null;
          material_type?: string;
          color?: string;
          size?: string;
          shed_style?: string;
          price?: number | null;
          images?: string[];
          is_active?: boolean;
          is_featured?: boolean;
          specifications?: Json;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      site_pages: {
        Row: {
          id: string;
          slug: string;
          title: string;
          content: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          slug: string;
          title: string;
          content: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          slug?: string;
          title?: string;
          content?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      staff: {
        Row: {
          user_id: string;
          created_at: string;
        };
        Insert: {
          user_id: string;
          created_at?: string;
        };
        Update: {
          user_id?: string;
          created_at?: string;
        };
        Relationships: [];
      };
      video_carousel: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          video_url: string;
          thumbnail_url: string | null;
          order_index: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          video_url: string;
          thumbnail_url?: string | null;
          order_index?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string | null;
          video_url?: string;
          thumbnail_url?: string | null;
          order_index?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      begin_retention_run: {
        Args: { caller_clock: string };
        Returns: Json;
      };
      claim_due_mails: {
        Args: { max_mails: number; lifetime_seconds: number };
        Returns: Json;
      };
      claim_mails_for: {
        Args: { enquiry_ids: string[]; lifetime_seconds: number };
        Returns: Json;
      };
      count_contact_submissions: {
        Args: { patterns: string[] };
        Returns: { status: string; is_spam: boolean; rows: number }[];
      };
      count_quote_requests: {
        Args: { patterns: string[] };
        Returns: { status: string; is_spam: boolean; rows: number }[];
      };
      count_unsent_mails: {
        Args: Record<never, never>;
        Returns: number;
      };
      find_blog_posts: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['blog_posts']['Row'][];
      };
      find_past_projects: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['past_projects']['Row'][];
      };
      find_reviews: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['reviews']['Row'][];
      };
      find_shed_listings: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['shed_listings']['Row'][];
      };
      get_image_alt_texts: {
        Args: { paths: string[] };
        Returns: Json;
      };
      get_personal_data: {
        Args: { person_email: string };
        Returns: Json;
      };
      list_audit_actors: {
        Args: Record<never, never>;
        Returns: Json;
      };
      list_unsent_mails: {
        Args: { enquiry_ids: string[] };
        Returns: Json;
      };
      mark_mail_failed: {
        Args: {
          mail_id: string;
          lease_id: string;
          error_reason: string;
          error_detail: string;
          retry_after_seconds: number;
          is_final: boolean;
        };
        Returns: boolean;
      };
      mark_mail_sent: {
        Args: { mail_id: string };
        Returns: boolean;
      };
      prune_audit_entries: {
        Args: { caller_clock: string };
        Returns: number;
      };
      queue_storage_warning: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      retry_mail: {
        Args: { enquiry_id: string };
        Returns: boolean;
      };
      take_rate_limit: {
        Args: { key: string; max_hits: number; window_seconds: number };
        Returns: boolean;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

/** A row of the table as it is read. */
export type Row<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Row'];

/** A new row of the table. Columns with a default are optional. */
export type Insert<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Insert'];

/** A change to a row of the table. */
export type Update<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Update'];
