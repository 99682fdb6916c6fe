{{- define "countersign.name" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) -}}
{{- $name | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "countersign.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "countersign.labels" -}}
{{ include "countersign.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "countersign.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- /* What the chart decides: where the process listens, and where it may write. */ -}}
{{- define "countersign.settings" -}}
{{- $server := dict "host" "0.0.0.0" "port" 8080 -}}
{{- $telemetry := dict "metrics_port" (int .Values.metrics.port) -}}
{{- $own := dict "server" $server "telemetry" $telemetry "state_folder" "/var/lib/countersign" -}}
{{- merge $own (deepCopy .Values.settings) | toYaml }}
{{- end }}
